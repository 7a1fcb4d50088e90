// Exercise model: what stands behind the screen of an exercise here. It keeps answers and judges nothing: no right answer is on the phone.

import { readNumber } from "./numbers.js";
import { findFault } from "./work.js";

/** @import { Work } from "./work.js" */

/**
 * @param {Work} work @param {number} place of the exercise
 * @param {{ leave: () => void, open: (place: number) => void }} ways
 */
export function makeExerciseModel(work, place, { leave, open }) {
  const { tasks } = work.part;
  const task = tasks[place];
  const listeners = new Map();
  const isLast = place + 1 === tasks.length;
  let shown = 0; // hints
  let count = 0;
  let reading = { answer: "", text: "" };

  function makeReply() {
    const { answer, draft, sure } = work.read(task);
    if (answer === null || draft !== null) return null;
    const fault = findFault(task, answer);
    const missing = task.form === "results" ? [answer].flat().filter((result) => !result.trim()).length : 0;
    const words = fault || (missing ? `${missing} of ${answer.length} results ${missing === 1 ? "is" : "are"} still missing.` : sure ? `You are ${sure}% sure of it.` : "How sure are you that it is right?");
    return { count, verdict: fault ? "unread" : missing ? "unfinished" : "saved", what: fault ? "Saved as you wrote it." : "Saved.", why: [{ kind: "plain", text: words }], wrong: [], saved: "" };
  }

  /* Practice hides nothing: the site's exercises have the same variant with feedback. */
  function findFeedback() {
    const { practice, student } = work.part;
    return practice ? `../exercises/#${task.id}&student=${encodeURIComponent(student)}` : "";
  }

  function makeScene() {
    const { answer, draft, sure } = work.read(task);
    const { hints, ...exercise } = task;
    return {
      ...{ title: task.title, list_title: work.file.name, place: `${place + 1} of ${tasks.length}`, another: isLast ? "Done" : "Next", opened: place, mode: "save", fault: "" },
      ...{ exercise: { ...exercise, hints: hints.length }, hints: hints.slice(0, shown), solution: [], reply: makeReply(), answer: draft ?? answer ?? "", sure, stars: {}, groups: [], feedback: findFeedback() },
    };
  }

  let scene = makeScene();
  const tell = (name) => (listeners.get(`change:${name}`) ?? []).forEach((act) => act());
  const refresh = () => {
    scene = makeScene();
    tell("scene");
  };
  const ACTS = {
    list: leave,
    another: () => (isLast ? leave() : open(place + 1)),
    hint: () => {
      shown = Math.min(shown + 1, task.hints.length);
      work.countHint(task, shown);
    },
    read: ({ answer }) => {
      reading = { answer, text: describe(task, answer) };
      tell("reading");
    },
    draft: ({ answer }) => {
      work.draft(task, answer);
      scene = makeScene(); // the field has drawn it already
    },
    answer: ({ answer }) => {
      work.save(task, answer);
      count += 1;
    },
    sure: ({ percent }) => work.rate(task, percent),
  };
  return {
    get: (name) => ({ scene, reading, uid: "homework" })[name],
    on: (event, act) => listeners.set(event, [...(listeners.get(event) ?? []), act]),
    off: (event, act) => listeners.set(event, (listeners.get(event) ?? []).filter((other) => other !== act)),
    send: ({ do: act, ...message }) => {
      ACTS[act](message);
      if (act === "hint" || act === "answer" || act === "sure") refresh();
    },
  };
}

/** How a number is understood so far, "" if it is not. */
function describe(task, answer) {
  try {
    return readNumber(answer, { ...task.reading, digits: 0 }, task.unit);
  } catch {
    return "";
  }
}
