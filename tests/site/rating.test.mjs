// What the page makes of problems and answers, to be compared with Python.
import { readFileSync } from "node:fs";
import { makePractice, rateLearner } from "../../widgets/mam_widgets/site/ui/rating.js";

const cases = JSON.parse(readFileSync(0, "utf8"));
const all = cases.map(({ stages, answers, today }) => ({
  shown: makePractice(stages, answers, today),
  exact: rateLearner(answers, stages.map(({ id, boards, rating, themes }) => ({ id, name: `${id}/${boards[0]}`, rating, themes }))),
}));
process.stdout.write(JSON.stringify(all));
