// State: what a widget remembers between two scenes. Never a fact of the game: those come from Python.

import { makeRoot } from "./root.js";

/** @import { Scene } from "./scene.js" */

/** The state in which every widget begins; what only one widget remembers is its `local` state. */
export function makeState(model, el) {
  const root = makeRoot(el);
  return {
    model,
    root, // the element that everything is drawn in
    uid: String(model.get("uid") || "mam"), // stands before the ids of elements
    scene: /** @type {Scene | null} */ (null), // what is drawn
    cleanups: /** @type {(() => unknown)[]} */ ([]), // what is to be undone when the widget goes

    // Sizes
    size: "L", // the size class, see frame.js
    width: 960, // in the units that everything is drawn in
    height: 700,
    scale: 1, // how much larger everything is drawn than that
    fullWidth: 960, // in pixels of the page
    isMeasured: false, // whether the widget had a width already
    isFull: false, // whether it fills the screen
    overflow: /** @type {string[]} */ ([]), // the actions of the dock that found no room there, see dock.js
    dockSign: "", // of the dock for which that was found
    plotRooms: new Map(), // the width each plot was found to have

    // What lies open
    tab: "", // the side panel's tab that the person chose
    sheet: "", // the tab that lies over the stage on a narrow screen
    popover: "", // what is open over the dock
    help: false, // whether the shortcuts are shown
    details: false, // whether the whole of a long message is shown

    // Message
    notice: /** @type {string | null} */ (null), // a sentence of our own, in the message and for the live region
    noticeParts: { what: "", why: "" }, // the same as the message shows it
    countNotice: "", // the last such sentence that counts the chosen cards
    shown: null, // a ruling looked at, in place of the scene's
    preview: null, // a ruling looked at in passing
    reading: null, // the point of a chart that is read
    lost: "", // what is said when the kernel does not answer
    isCut: false, // whether the message is longer than the room for it

    // Focus
    openedFrom: /** @type {HTMLElement | null} */ (null), // what had the focus before the shortcuts were shown
    pressed: "", // the control of the last click: the second click of a double click goes to no other one
    isQuiet: false, // whether a focus explains nothing by itself
    hovering: 0, // the timer of a ruling under the pointer

    // Cards, bids and moves
    chosen: new Set(), // keys of the cards chosen to discard
    stopKey: /** @type {string | null} */ (null), // key of the hand's one tab stop
    handKeys: /** @type {string[]} */ ([]), // keys of the cards that can have the focus
    handWidth: 596,
    handAt: "", // the width of the widget and its size class when that was read
    layout: null, // where each card of the hand lies
    amount: 0, // the amount picked for the next bid, on a phone
    color: /** @type {string | null} */ (null), // the color picked for the next bid, where bids name one
    lastMove: "", // the move sent last, from which scene and when: a double click is one move
    movedFrom: /** @type {Scene | null} */ (null),
    moved: 0,

    // Steps and odds
    target: /** @type {number | null} */ (null), // the step asked for and not yet drawn
    asked: 0, // when it was asked for
    hasOdds: false, // whether Python was asked for the odds, which nobody computes for a closed tab
    awaitsOdds: false, // whether the next scene only adds the odds or takes them away
    listens: false, // whether the odds are weighed by the calls

    // Motion
    lastDrawn: 0, // when a scene was drawn
    running: /** @type {Animation[]} */ ([]),
  };
}
