// Homework on a page, under node: cases in, what the page opens, writes and reads out, to be compared with Python.
import { readFileSync } from "node:fs";
import { openPart, readClassFile, readLink } from "../../widgets/mam_widgets/homework/class_file.js";
import { writeHandIn } from "../../widgets/mam_widgets/homework/hand_in.js";
import { readNumber } from "../../widgets/mam_widgets/homework/numbers.js";

const ACTS = {
  open: ({ text, code }) => openPart(readClassFile(text), code),
  link: ({ hash, code }) => openPart(readLink(hash), code),
  write: ({ work, token }) => writeHandIn(work, token),
  number: ({ text, reading, unit }) => readNumber(text, reading, unit),
};
const answer = async ({ do: act, ...rest }) => {
  try {
    return { value: await ACTS[act](rest) };
  } catch (error) {
    return { fault: error.message };
  }
};
process.stdout.write(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0, "utf8")).map(answer))));
