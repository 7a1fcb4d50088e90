// A real table: the switch and its chances, and the claim of a misplay.

import { actButton } from "../shared/ui/buttons.js";
import { h } from "../shared/ui/elements.js";
import { labeledField, selectField, switchRow } from "./fields.js";

/** @import { Scene } from "../shared/ui/scene.js" */
/** @import { Play } from "./fields.js" */

/* The chances to choose from, in percent; one that a program has set comes among them. */
const NOTICE = [0, 25, 50, 75, 100];
const MISPLAYS = [0, 2, 5, 10];

function percentages(usual, chosen) {
  const all = [...new Set([...usual, chosen])].sort((a, b) => a - b);
  return all.map((percent) => [String(percent), percent ? `${percent}%` : "Never"]);
}

/**
 * Whether wrong cards lie until they are claimed, and how often the opponents notice and misplay.
 * @param {Scene} scene
 * @param {Play} ui
 */
export function realTablePart(scene, ui) {
  const { is_on, why_not, notice, misplays } = scene.session.real_table;
  const set = (change) => ui.send({ do: "real_table", is_on, notice, misplays, ...change });
  const note = why_not || "wrong cards are laid, not refused, until somebody claims them";
  const chance = (hook, label, usual, chosen, name) =>
    labeledField(hook, label, selectField(hook, "settings", percentages(usual, chosen), String(chosen), (value) => set({ [name]: Number(value) })), ui);
  return h(
    "section",
    { key: "real-table", class: "mam-settings-part", "aria-label": "Real table" },
    switchRow("real-table", "Real table", note, is_on, (checked) => set({ is_on: checked }), Boolean(why_not)),
    is_on && [
      chance("notice", "Opponents notice", NOTICE, notice, "notice"),
      chance("misplays", "Others misplay", MISPLAYS, misplays, "misplays"),
      h("p", { key: "chance", class: "mam-quiet" }, "The first chance counts for each trick in which a wrong card lies, the second for each card of the others."),
    ],
  );
}

/**
 * Over the dock: which card is claimed.
 * @param {Scene} scene
 * @param {Play} ui
 */
export function claimPopover(scene, ui) {
  const { claims } = scene.session.real_table;
  if (!claims.length) return null;
  const id = `${ui.uid}-claimed`;
  const claim = () => {
    const { trick, seat } = claims[Number(ui.input("claimed").value)] || claims[0];
    ui.popover = "";
    ui.send({ do: "claim_misplay", trick, seat });
  };
  return h(
    "section",
    { key: "misplay", class: "mam-popover", "data-mam": "popover", "aria-label": "Claim a misplay" },
    h("label", { for: id }, "Which card was wrong?"),
    h(
      "div",
      { class: "mam-actions" },
      h(
        "select",
        { id, class: "mam-field", "data-mam": "claimed", "data-area": "popover" },
        claims.map(({ trick, seat, text }, index) => h("option", { key: `${trick}${seat}`, value: String(index) }, text)),
      ),
      actButton("claim-now", "Claim", claim, ui, { "data-area": "popover" }),
    ),
  );
}
