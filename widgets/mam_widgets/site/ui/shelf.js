// A shelf of studies, Learn or Rules: the player with a teacher in the browser, so that it is live with its first picture and needs no Python.

import widget from "../../studies/widget.js";
import { makeAddress, readHash } from "./address.js";
import { listDecisions, storeTree } from "./decisions.js";
import { makeKeptStudy } from "./kept_study.js";
import { Notice } from "./notice.js";
import { keepFiles, keepOffline } from "./offline.js";
import { makeRounds } from "./rounds.js";
import { makeShelfMenu, returnStudy } from "./shelf_files.js";
import { makePageTeacher } from "./stars.js";

/** @import { StudyScene } from "../../studies/study.js" */

const PAGE = JSON.parse(document.getElementById("page").textContent);
const find = (address) => new URL(address, window.location.href).href;
const LIST = "list=";
let list = ""; // of problems, as the address names them
const by = (id) => document.getElementById(id);
const rounds = makeRounds({ python: find(PAGE.python), site: find("../") }, showProgress);
const hasProblems = PAGE.shelf.stages.some((stage) => stage.rating);
let decisions = /** @type {ReturnType<typeof listDecisions>} */ ([]);
showDecisions();
const teacher = makePageTeacher(PAGE, rounds.play, loadDecision);
const address = makeAddress(openHash);

/** A shelf of problems begins with your own. */
function showDecisions() {
  const { stages } = PAGE.shelf;
  stages.splice(0, decisions.length);
  decisions = hasProblems ? listDecisions() : [];
  stages.unshift(...decisions.map(({ stage }) => stage));
}

/** The tree of a decision; one that another release made, or that came in a file, is made first. */
async function loadDecision(id) {
  const decision = decisions.find(({ stage }) => stage.id === id);
  if (!decision || decision.release === PAGE.release) return decision?.tree;
  const { tree } = await rounds.open(`${id}.toml`, decision.text);
  storeTree(id, tree, PAGE.release);
  Object.assign(decision, { release: PAGE.release, tree: { ...tree, title: decision.tree.title } });
  return decision.tree;
}

/** Say in the page's header what Python is doing while it starts, or with `part` 1 a note, which on a phone covers no board. */
function showProgress(text, part) {
  by("status").textContent = text;
  by("status").dataset.kind = part >= 1 ? "note" : "";
  by("progress").style.transform = `scaleX(${part})`;
  by("progress").hidden = part >= 1;
}

/**
 * Open what the address names: `#bull`, a board of it, `#bull/double`, a case, `#case=B26`, or problems in an order of your own, `#list=12,3,40`.
 * What stood here once has a page of its own.
 */
async function openHash(hash) {
  if (Object.hasOwn(PAGE.moved, hash)) return window.location.replace(find(PAGE.moved[hash]));
  const isList = hash.startsWith(LIST);
  if (isList ? hash !== list : list) showList(isList ? hash : "");
  if (!hash || isList) return teacher.send({ do: "shelf" });
  const [study, name] = hash.startsWith("case=") ? findCase(hash.slice("case=".length)) : hash.split("/");
  const stage = PAGE.shelf.stages.find((one) => one.id === study);
  return teacher.send({ do: "open", study, board: stage && name ? stage.boards.indexOf(name) : -1 });
}

/** Show the problems that a list names, in its order, or all of them again; a number that no problem has is said, and changes nothing. */
function showList(hash) {
  const numbers = hash.slice(LIST.length).split(",").map((number) => number.trim()).filter(Boolean);
  const stages = numbers.map((number) => PAGE.shelf.stages.find((stage) => stage.title === `Problem ${number}`));
  const unknown = numbers[stages.indexOf(undefined)];
  if (unknown !== undefined) return showProgress(`There is no problem ${unknown.slice(0, 20)}.`, 1);
  list = hash;
  return teacher.choose(stages.map((stage) => stage.id));
}

function findCase(name) {
  const id = name.toUpperCase();
  const stage = PAGE.shelf.stages.find((one) => one.boards.includes(id));
  return [stage ? stage.id : name, id];
}

/** Address and title follow what is open. */
function follow() {
  const { study, title, board } = /** @type {StudyScene} */ (teacher.get("scene"));
  const open = study && board >= 0 ? study.boards[board] : null;
  const isHere = study && PAGE.shelf.stages.some((stage) => stage.id === study.id); // a file has no address
  const hash = !isHere ? list : open?.case ? `case=${open.id}` : study.id;
  address.follow(hash, readHash().split("/")[0] === hash);
  document.title = study ? `${open?.case ? `Case ${open.id}` : title}: ${PAGE.title}` : PAGE.title;
}

async function start() {
  const notice = new Notice(by("trouble"));
  const kept = makeKeptStudy(PAGE.shelf.title);
  const files = { teacher, rounds, kept, release: PAGE.release };
  const isReturned = kept.read()?.release === PAGE.release && (await returnStudy(files), true);
  await address.open();
  widget.render({ model: teacher, el: by("widget") });
  teacher.on("change:scene", follow);
  follow();
  // What is done in another tab is seen here, too.
  window.addEventListener("storage", teacher.refresh);
  makeShelfMenu({ ...files, notice, showDecisions, say: (text) => showProgress(text, 1), player: find("../play/") });
  if (!isReturned) returnStudy(files).catch((error) => notice.warn(error.message));
  await keepOffline({ service: PAGE.service, release: PAGE.release, offer: () => {} });
  await keepFiles(["studies"]);
}

start();
