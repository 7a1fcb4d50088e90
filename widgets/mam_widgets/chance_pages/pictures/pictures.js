// Pictures: what a page draws from its tables, by the name in `tables.picture`. Each returns its parts and `valueAt`, the stop of the first control
// at a place across (px) and down (py).

import { drawBalance } from "./balance.js";
import { drawCurves } from "./curves.js";
import { drawDots } from "./dots.js";
import { drawHeap } from "./heap.js";
import { drawIntervals } from "./intervals.js";
import { drawStrips } from "./strips.js";

const PICTURES = { balance: drawBalance, curves: drawCurves, dots: drawDots, heap: drawHeap, intervals: drawIntervals, strips: drawStrips };

/** The parts of a page's picture in this room, and `valueAt`. */
export const drawPicture = (tables, values, width, height) => PICTURES[tables.picture](tables, values, width, height);
