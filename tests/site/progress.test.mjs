// The file of progress and the schedule, as a page has them: histories in, what the page makes of them out, to be compared with Python.
import { readFileSync } from "node:fs";
import { formatProgress, merge, parseProgress } from "../../widgets/mam_widgets/site/ui/progress.js";
import { findDue, listDue } from "../../widgets/mam_widgets/site/ui/schedule.js";

const { files, today } = JSON.parse(readFileSync(0, "utf8"));
const read = (text) => {
  try {
    return parseProgress(text);
  } catch (error) {
    return { fault: error.message };
  }
};
const all = files.map((text, k) => {
  const done = read(text);
  if (done.fault) return done;
  const other = read(files[k - 1] ?? "");
  return {
    text: formatProgress(done),
    merged: other.fault ? "" : formatProgress(merge(done, other)),
    due: Object.fromEntries(Object.entries(done.answers).map(([board, answers]) => [board, findDue(answers)])),
    listed: listDue(done.answers, today),
  };
});
process.stdout.write(JSON.stringify(all));
