// Made from the schema in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again.

export interface AdviceShown {
  answer: string;
  label: string;
  cause: string;
  text: string;
}

export interface AnswerShown {
  verdict: "right" | "wrong" | "illegal";
  cost: number;
  sentence: string;
  outcome?: string;
  refusal?: Refusal;
  plays?: PlayedCard[];
  tricks?: TrickShown[];
  captured?: SideAmounts;
  table?: BoardTable;
  layout?: Record<string, string[]>;
  next?: number;
  plan?: string[];
  line?: LineTrick[];
}

export interface Answers {
  right: string[];
  hints: string[];
  answers: Record<string, AnswerShown>;
  same: Record<string, string>;
  prices?: PriceShown[];
}

export interface BoardQuestions {
  id: string;
  goal: string;
  deal: string;
  questions: Question[];
  case?: CaseAsked;
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
  captured: Record<string, number> | null;
  totals: Record<string, number> | null;
  nest: string[];
  dummy?: string;
  is_your_dummy?: boolean;
  words?: string[];
  partners?: string[];
  unseen?: string[];
}

export interface BoardTree {
  id: string;
  goal: string;
  rules: string[];
  moral: string;
  deal: string;
  steps: Step[];
  case?: CaseTree;
}

export interface CallMade {
  seat: string;
  call: string;
}

export interface CaseAsked {
  kind: string;
  edition: string;
  edition_name: string;
  counts: string;
  seats: Record<string, string>;
  sides: (string[])[];
  people: Record<string, string>;
  source: string;
  setup: string;
  question: string;
  table: BoardTable;
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
  playable: string[];
  story_playable: string[];
  facts: FactShown[];
  table: BoardTable | null;
  steps: CaseStep[];
}

export interface CaseListed {
  id: string;
  question: string;
  kind: string;
  edition: string;
  words: string;
}

export interface CaseReading {
  name: string;
  text: string;
  why: string;
  parting: string;
  playable: string[];
  facts: FactShown[];
  table: BoardTable;
  steps: CaseStep[];
}

export interface CaseStep {
  moment: string;
  seat: string;
  text: string;
  words: string;
  card: string;
  is_wrong: boolean;
  rules: RuleCited[];
  trick?: TrickShown;
  captured?: Record<string, number>;
  table?: BoardTable;
}

export interface CaseStory {
  title: string;
  answer: string;
  moral: string;
  rules: RuleCited[];
  steps: CaseStep[];
  counts: CaseCount[];
  variations: CaseVariation[];
  editions: CaseEdition[];
  readings: CaseReading[];
}

export interface CaseTree {
  asked: CaseAsked;
  story: CaseStory;
}

export interface CaseVariation {
  text: string;
  answer: string;
  same: boolean;
  facts: FactShown[];
  table: BoardTable;
  steps: CaseStep[];
}

export interface ChoiceOffered {
  answer: string;
  label: string;
}

export interface EndLine {
  title: string;
  text: string;
}

export interface EndShown {
  headline: string;
  lines: EndLine[];
  decision: number;
  cards: NotedCard[];
  score: string;
  is_judged: boolean;
}

export interface FactShown {
  text: string;
  answer: string;
}

export interface LastPlay {
  table: BoardTable;
  plays: PlayedCard[];
  trick: TrickShown;
  sentence: string;
  what: string;
}

export interface LineTrick {
  winner: string;
  value: number;
  effect: string;
  plays: PlayedCard[];
}

export interface LiveShown {
  board: number;
  moment: string;
  shown: RoundShown;
}

export interface NotedCard {
  card: string;
  note: string;
}

export interface PageLink {
  label: string;
  address: string;
}

export interface PlayedCard {
  seat: string;
  card: string;
}

export interface Practice {
  rating: number;
  deviation: number;
  count: number;
  themes: ThemeRated[];
  next: string;
  daily: string;
}

export interface PriceShown {
  answer: string;
  label: string;
  cost: number;
  margin: number;
  grade: "right" | "close" | "wrong";
}

export interface Promise {
  seat: string;
  amount: number;
}

export interface Question {
  ask: "card" | "move" | "bid" | "discard" | "call" | "trump" | "seat" | "amount" | "number" | "choice" | "mark";
  text: string;
  goal: string;
  given: string;
  size: number;
  hints: number;
  choices: ChoiceOffered[];
  table: BoardTable;
  is_typed?: boolean;
  earlier?: LineTrick[];
}

export interface Race {
  we: number;
  they: number;
  bid: number;
  is_ours: boolean;
  needs: number;
  spare: number;
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
  question?: Question;
  prices?: PriceShown[];
  hints?: string[];
  count?: number;
}

export interface RoundShown {
  number: number;
  decision: number;
  question: Question | null;
  legal: string[];
  advice: AdviceShown | null;
  news: string;
  last: LastPlay | null;
  race: Race | null;
  end: EndShown | null;
  can_undo: boolean;
}

export interface RuleCited {
  rule: string;
  text: string;
  source: string;
}

export interface RuleText {
  text: string;
  source: string;
}

export interface Shelf {
  title: string;
  stages: Stage[];
  also?: PageLink[];
}

export interface SideAmounts {
  we: number;
  they: number;
}

export interface Stage {
  id: string;
  title: string;
  group: string;
  boards: string[];
  cases: CaseListed[];
  rating?: number;
  themes?: string[];
  coached?: boolean;
  number?: number;
  from_file?: boolean;
}

export interface Step {
  question: Question;
  answers: Answers;
}

export interface StoryShown {
  board: number;
  case: CaseStory;
}

export interface StudyScene {
  title: string;
  shelf: Shelf;
  study: StudyShown | null;
  board: number;
  reply: Reply | null;
  story: StoryShown | null;
  round: LiveShown | null;
  progress: Record<string, number>;
  due: string[];
  practice?: Practice;
  fault: string;
}

export interface StudyShown {
  id: string;
  shelf: string;
  title: string;
  edition: string;
  counts: string;
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
  counts: string;
  seats: Record<string, string>;
  sides: (string[])[];
  intro: string;
  moral: string;
  teaches: string[];
  rules: Record<string, RuleText>;
  hide: string[];
  is_test: boolean;
  pass_mark: number;
  boards: BoardTree[];
}

export interface ThemeRated {
  name: string;
  rating: number;
  count: number;
}

export interface TrickShown {
  winner: string;
  value: number;
  effect: string;
}
