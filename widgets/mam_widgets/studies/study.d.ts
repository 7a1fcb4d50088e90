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

export interface ChoiceOffered {
  answer: string;
  label: string;
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
}

export interface TrickShown {
  winner: string;
  value: number;
  effect: string;
}
