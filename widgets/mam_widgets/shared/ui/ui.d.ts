// What a widget says of itself, and what each of its functions gets.

import { COMMANDS } from "./mount.js";
import { Message } from "./messages.js";
import { Action, Scene, Tab as SceneTab } from "./scene.js";
import { makeState } from "./state.js";

/** A tab with what stands in it. */
export type Tab = Partial<Omit<SceneTab, "parts">> & { id: string; title: string; parts: unknown[] };

/** What the browser does by itself for an action. */
export type Act = { act: string; name?: string; by?: number; to?: number };

/**
 * The one sentence between stage and hand: what happened in bold, then why; `short` stands in for it where room is scarce.
 * Work in progress says in `seconds` how long it may take.
 */
export type Sentence = { kind: string; what?: string; why?: string; short?: string; seconds?: number; link?: { name?: string; text: string; act: () => unknown } };

/** What the header says: the title, where the round stands, and the contract. */
export type Heading = { title: string; subtitle: unknown; short?: unknown; description?: string; bidder?: string; amount?: string; short_amount?: string; color?: string; trump?: string; state?: string };

/** What a widget says of itself; what it does not say is as in mount.js. */
export interface Widget {
  name: string; // the class of its root
  home: string; // a query: where the focus goes when what had it is gone and nothing like it stands there
  rulingPlace: string; // the tab in which a ruling is read
  keyWords: string[][]; // its keys in words, beside those of its actions: [what, key, key …]
  callRows: Record<string, number>; // how many rows of calls find room under the plates, by size class
  cardsRest: boolean; // whether the hand is only looked at, so that no room is kept above it for raised cards
  acts: Record<string, (ui: Ui, act: Act) => unknown>; // what the browser does by itself for an action, by the name that the scene gives

  start(ui: Ui): unknown; // called once, before the first scene
  receive(ui: Ui, scene: Scene): unknown; // a scene has come from Python
  beforeSend(ui: Ui, message: Message): boolean; // called before a message is sent; false keeps it back
  beforeDraw(ui: Ui): unknown; // called before everything is drawn
  isTooLarge(ui: Ui): boolean; // whether it must be drawn again, more tightly
  explainsMoves(ui: Ui): boolean; // whether looking at what is refused shows its ruling
  canStep(ui: Ui): boolean; // whether earlier moments can be gone back to
  goToStep(ui: Ui, step: number): unknown; // go to one of them

  heading(ui: Ui): Heading;
  headerTools(ui: Ui): unknown[]; // controls in the header, left of its signs
  race(ui: Ui): unknown[]; // the line under the header
  stage(ui: Ui): unknown[];
  stagePlace(ui: Ui): { title: string; sign: string }; // what the stage is called in the navigation, and its sign
  message(ui: Ui): Sentence | null;
  hand(ui: Ui): unknown; // the cards in front of the person; null gives their room to the stage
  actions(ui: Ui): Action[]; // what can be done now; a widget that looks at something by itself says what can be done there
  moves(ui: Ui): unknown[]; // buttons of moves, which stand in the dock in place of those that go on
  besideHelp(ui: Ui): unknown; // in the dock, beside the buttons that help
  besideAct(ui: Ui): unknown; // in the dock, before the buttons that go on
  overDock(ui: Ui): unknown; // over the dock, while it is open
  panels(ui: Ui): Record<string, () => unknown>; // what stands in the tabs, by the names that the scene gives to their parts
  settings(ui: Ui): unknown[]; // behind the gear
}

/** What the one dock needs of whatever it stands in. */
export interface Docked {
  popover: string; // what is open over the dock
  overflow: string[]; // the actions that found no room there
  dockSign: string; // identifies the dock that `overflow` was measured for
  stageName?: string; // of the stage whose actions these are, where a table lists them
  actions(): Action[];
  perform(action: Action): unknown;
  togglePopover(name: string): unknown;
  moves?(): unknown[];
  besideHelp?(): unknown;
  besideAct?(): unknown;
  overDock?(): unknown;
}

/** Functions without their first parameter. */
type Bound<Functions> = { [Name in keyof Functions]: Functions[Name] extends (ui: any, ...given: infer Given) => infer Answer ? (...given: Given) => Answer : Functions[Name] };
type State = ReturnType<typeof makeState>;
type Commands = Bound<typeof COMMANDS>;

/** What every function gets: the state, the commands, and what the widget says of itself. */
export interface Ui<Local = any> extends State, Commands, Bound<Widget> {
  local: Local; // what only this widget remembers
}
