// Offers: what can be done in a stage that only the browser knows, as the table of its shelf says (`actions.toml`, read by shared/offers.py).

import { makeRoom } from "./dock.js";

/** @import { Action } from "./scene.js" */
/** @import { Docked } from "./ui.js" */

/** @typedef {{ stages?: string[], when?: string[], why_not?: Record<string, string>, is_on?: string, action: Partial<Action> & { id: string, text: string, do: Action["do"] } }} Offer */

const USUAL = { icon: "", is_icon: false, key: "", side: /** @type {Action["side"]} */ ("act"), rank: 5, is_primary: false };

const holds = (fact, facts) => (fact.startsWith("not ") ? !facts[fact.slice(4)] : Boolean(facts[fact]));
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));

/**
 * What can be done in a stage where these facts hold.
 * @param {Offer[]} offers
 * @param {string} stage
 * @param {Record<string, unknown>} facts
 * @returns {Action[]}
 */
export function chooseActions(offers, stage, facts) {
  const isOffered = (/** @type {Offer} */ { stages, when = [] }) => (!stages || stages.includes(stage)) && when.every((fact) => holds(fact, facts));
  return offers.filter(isOffered).map(({ action, why_not = {}, is_on = "" }) => {
    const { text, short = text, does = "" } = action;
    return { ...USUAL, ...action, text: fill(text, facts), short: fill(short, facts), does: fill(does, facts), why_not: fill(why_not[stage] || "", facts), is_on: is_on ? holds(is_on, facts) : null };
  });
}

/** What a page with a dock remembers of it; `addDock` fills in what it does. */
export const makeDocked = () => ({
  ...{ sheet: "", opener: /** @type {HTMLElement | null} */ (null), openSheet: /** @type {(sheet: string) => void} */ (() => undefined), closeSheet: () => {} }, // what lies over the page, and what opened it
  ...{ popover: "", overflow: /** @type {string[]} */ ([]), dockSign: "", stageName: "", width: 0 },
  actions: /** @type {Docked["actions"]} */ (() => []),
  ...{ perform: /** @type {Docked["perform"]} */ (() => undefined), togglePopover: /** @type {Docked["togglePopover"]} */ (() => undefined) },
});

/**
 * Let a page have the one dock: what is offered in its stage, drawn by `dockRegion(ui)`. An action is a function of the page.
 * @param {any} ui
 * @param {Offer[]} offers
 * @param {(ui: any) => { stage: string, facts: Record<string, unknown> }} findStage
 * @param {() => unknown} draw
 */
export function addDock(ui, offers, findStage, draw) {
  ui.actions = () => {
    const { stage, facts } = findStage(ui);
    if (stage !== ui.stageName) Object.assign(ui, { stageName: stage, popover: "" }); // what lay open was about another stage
    return chooseActions(offers, stage, facts);
  };
  ui.perform = ({ why_not, do: { act, given } }) => (why_not ? ui.say(why_not) : ui[act](given));
  ui.openNow = () => ui.root.querySelector('[data-state="now"]')?.click();
  ui.openSheet = (sheet) => {
    if (!ui.sheet) ui.opener = document.activeElement;
    ui.sheet = sheet;
    draw();
    ui.root.querySelector('[data-mam="close-sheet"]')?.focus({ preventScroll: true });
  };
  ui.closeSheet = () => {
    ui.sheet = "";
    draw();
    if (ui.opener?.isConnected) ui.opener.focus({ preventScroll: true });
  };
  ui.togglePopover = (name) => {
    ui.popover = ui.popover === name ? "" : name;
    draw();
  };
  return {
    /** Call it after each drawing. */
    fitDock: () => makeRoom(ui, ui.root.querySelector(".mam-dock"), `${ui.width} ${ui.size}`),
    /**
     * Do what a key does, repeatedly while it is held unless `repeats` is false. Return false if the key does nothing here.
     * While a sheet is open, “?” and Escape close it, and no other key does anything.
     * @param {KeyboardEvent} event
     */
    pressKey: (event, repeats = true) => {
      const isClosing = ui.sheet ? ["?", "Escape"].includes(event.key) : event.key === "Escape" && ui.popover;
      if (ui.sheet && !isClosing) return true;
      const close = isClosing && (ui.sheet ? ui.closeSheet : () => ui.togglePopover(""));
      const action = ui.actions().find(({ key }) => key === event.key);
      if (!close && !action) return false;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat && !repeats) return true;
      close ? close() : ui.perform(action);
      return true;
    },
  };
}
