// Pictures: what a page draws from its tables, by the name in `tables.picture`. Each returns its parts and `valueAt`, the stop of the first control
// at a place across (px) and down (py). What is dragged is the picture itself, or its `handle`: where it is, its name and its value in words, and
// whether it moves against the control.

import { drawBalance } from "./balance.js";
import { drawBells } from "./bells.js";
import { drawCurves } from "./curves.js";
import { drawDots } from "./dots.js";
import { drawHands } from "./hands.js";
import { drawHeap } from "./heap.js";
import { drawIntervals } from "./intervals.js";
import { drawPairs } from "./pairs.js";
import { drawPiles } from "./piles.js";
import { drawRows } from "./rows.js";
import { drawSplit } from "./split.js";
import { drawSquare } from "./square.js";
import { drawStrips } from "./strips.js";
import { drawSums } from "./sums.js";
import { drawWindow } from "./window.js";

const PICTURES = {
  balance: drawBalance,
  bells: drawBells,
  curves: drawCurves,
  dots: drawDots,
  hands: drawHands,
  heap: drawHeap,
  intervals: drawIntervals,
  pairs: drawPairs,
  piles: drawPiles,
  rows: drawRows,
  split: drawSplit,
  square: drawSquare,
  strips: drawStrips,
  sums: drawSums,
  window: drawWindow,
};

/** The parts of a page's picture in this room, and `valueAt`. */
export const drawPicture = (tables, values, width, height) => PICTURES[tables.picture](tables, values, width, height);
