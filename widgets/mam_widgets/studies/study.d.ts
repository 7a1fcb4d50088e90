// Made from the schema in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again.

export interface AnswerShown {
  verdict: "right" | "wrong" | "illegal";
  cost: number;
  sentence: string;
  refusal?: Refusal;
  plays?: PlayedCard[];
  tricks?: TrickShown[];
  captured?: SideAmounts;
}

export interface Answers {
  right: string[];
  hints: string[];
  answers: Record<string, AnswerShown>;
  same: Record<string, string>;
}

export interface BoardQuestions {
  id: string;
  goal: string;
  deal: string;
  questions: Question[];
}

export interface BoardTable {
  phase: string;
  you: string;
  turn: string;
  dealer: string;
  trump: string;
  hands: Record<string, string[]>;
  open: string[];
  trick: PlayedCard[];
  tricks: (PlayedCard[])[];
  calls: CallMade[];
  bid: Promise | null;
  captured: SideAmounts | null;
  totals: SideAmounts | null;
  nest: string[];
}

export interface BoardTree {
  id: string;
  goal: string;
  rules: string[];
  moral: string;
  deal: string;
  steps: Step[];
}

export interface CallMade {
  seat: string;
  call: string;
}

export interface CaseCount {
  text: string;
  facts: FactShown[];
}

export interface CaseEdition {
  edition: string;
  name: string;
  same: boolean;
  parting: string;
  facts: FactShown[];
  table: CaseTable | null;
  steps: CaseStep[];
}

export interface CaseGuess {
  question: CaseQuestion;
  answers: Answers;
}

export interface CaseQuestion {
  ask: "card" | "choice" | "mark" | "discard";
  text: string;
  moment: string;
  steps: number;
  seat: string;
  choices: string[];
}

export interface CaseReading {
  name: string;
  text: string;
  why: string;
  parting: string;
  facts: FactShown[];
  table: CaseTable;
  steps: CaseStep[];
}

export interface CaseStep {
  moment: string;
  seat: string;
  text: string;
  card: string;
  is_wrong: boolean;
  rules: RuleCited[];
  trick?: TrickShown;
  table?: CaseTable;
}

export interface CaseTable {
  moment: string;
  phase: string;
  turn: string;
  dealer: string;
  trump: string;
  hands: Record<string, string[]>;
  nest: string[];
  trick: PlayedCard[];
  tricks: (PlayedCard[])[];
  calls: CallMade[];
  bid: Promise | null;
  captured: Record<string, number> | null;
  totals: Record<string, number> | null;
  words: string[];
}

export interface CaseTree {
  id: string;
  title: string;
  kind: string;
  edition: string;
  edition_name: string;
  seats: Record<string, string>;
  sides: (string[])[];
  people: Record<string, string>;
  source: string;
  rules: RuleCited[];
  setup: string;
  question: string;
  table: CaseTable;
  guesses: CaseGuess[];
  answer: string;
  moral: string;
  steps: CaseStep[];
  counts: CaseCount[];
  variations: CaseVariation[];
  editions: CaseEdition[];
  readings: CaseReading[];
}

export interface CaseVariation {
  text: string;
  answer: string;
  same: boolean;
  facts: FactShown[];
  table: CaseTable;
  steps: CaseStep[];
}

export interface ChoiceOffered {
  answer: string;
  label: string;
}

export interface FactShown {
  text: string;
  answer: string;
}

export interface PlayedCard {
  seat: string;
  card: string;
}

export interface Promise {
  seat: string;
  amount: number;
}

export interface Question {
  ask: "card" | "bid" | "discard" | "trump" | "seat" | "amount" | "number" | "choice";
  text: string;
  goal: string;
  given: string;
  size: number;
  hints: number;
  choices: ChoiceOffered[];
  table: BoardTable;
}

export interface Refusal {
  text: string;
  rule: string;
  source: string;
}

export interface Reply {
  board: number;
  stop: number;
  answer?: string;
  shown?: AnswerShown;
  hints?: string[];
  count?: number;
}

export interface RuleCited {
  rule: string;
  text: string;
  source: string;
}

export interface Shelf {
  title: string;
  stages: Stage[];
}

export interface SideAmounts {
  we: number;
  they: number;
}

export interface Stage {
  id: string;
  title: string;
  boards: string[];
}

export interface Step {
  question: Question;
  answers: Answers;
}

export interface StudyScene {
  title: string;
  shelf: Shelf;
  study: StudyShown | null;
  board: number;
  reply: Reply | null;
  progress: Record<string, number>;
  fault: string;
}

export interface StudyShown {
  id: string;
  shelf: string;
  title: string;
  edition: string;
  seats: Record<string, string>;
  sides: (string[])[];
  intro: string;
  moral: string;
  teaches: string[];
  hide: string[];
  is_test: boolean;
  pass_mark: number;
  boards: BoardQuestions[];
}

export interface StudyTree {
  format: 1;
  id: string;
  shelf: string;
  title: string;
  edition: string;
  seats: Record<string, string>;
  sides: (string[])[];
  intro: string;
  moral: string;
  teaches: string[];
  hide: string[];
  is_test: boolean;
  pass_mark: number;
  boards: BoardTree[];
  cases?: CaseTree[];
}

export interface TrickShown {
  winner: string;
  value: number;
  effect: string;
}
