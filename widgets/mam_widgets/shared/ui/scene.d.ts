// Made from the schema in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again.

export interface Scene {
  unit: "money" | "points" | "tricks";
  colors: ColorName[];
  viewer: string;
  nest: Nest | null;
  discards: string[];
  badges: string[];
  money: Money | null;
  tally: Tally | null;
  seats: Seat[];
  trick: PlayedCard[];
  is_trick_complete: boolean;
  next_card: NextCard | null;
  trick_value: number;
  effect: string;
  hand: Hand | null;
  calls: Calls | null;
  trumps: Trumps | null;
  choices: Choices | null;
  prompt: string;
  auction: CallMade[];
  strip: Strip | null;
  history: PastTrick[];
  captured?: Pile[] | null;
  count: Count | null;
  guide: Note[];
  last_trick: LastTrick | null;
  note?: Note | null;
  log?: Log | null;
  word?: Word;
  lines?: WordLine[];
  spell?: Spell | null;
  title: string;
  heading: Heading;
  message: Message;
  cards: Record<string, CardFacts>;
  ruling: RulingPart | null;
  alternatives: Alternatives | null;
  live: string;
  stepper?: StepperBar;
  tools?: Tools | null;
  odds?: Odds | null;
  actions: Action[];
  tabs: Tab[];
  editions: Editions | null;
  solve?: Solve;
  line?: string;
  session?: MatchSession;
  lab?: {
    step: "guess" | "call" | "over" | "cards" | "trump";
    guess_first?: boolean;
    guess?: GuessForm | null;
    book?: GuessHistory | null;
    figures?: BiddingFigures | null;
    advice?: CallAdvice | null;
    no_advice?: string;
    cards: string;
    similar?: string;
    busy: boolean;
    can_continue?: boolean;
    can_undo: boolean;
    progress: Work | null;
    loads?: number;
    bid_trumps?: TrumpChoice[];
    selection?: string[];
    certain?: string[];
    choices?: DiscardChoice[];
    is_full?: boolean;
    trump_count?: number;
    brief?: string;
    finding?: Finding | null;
    reason?: FindingReason | null;
    method?: DiscardMethod | null;
    is_covered?: boolean;
    has_enough?: boolean;
    origin?: string;
  };
  chance?: ChancePart;
}

export interface Action {
  id: string;
  text: string;
  short: string;
  does: string;
  icon: string;
  is_icon: boolean;
  key: string;
  side: "help" | "act" | "header" | "page" | "";
  rank: number;
  is_primary: boolean;
  is_on: boolean | null;
  why_not: string;
  do: Record<string, string | number | boolean>;
}

export interface Alternatives {
  head: string;
  legal: Chip[];
  refused: RefusedMove[];
}

export interface Auto {
  do: "step" | "move";
  move: string;
}

export interface Axis {
  label: string;
  percent?: boolean;
}

export interface BiddingFigures {
  finding: Finding | null;
  deals: string;
  short_deals: string;
  text: string[];
  bid_text: string;
  charts: Plot[];
  trumps: TrumpChoice[];
  worlds: number;
  target: number;
}

export interface Branch {
  name: string;
  step: number;
  index: number;
  moves: number;
}

export interface CallAdvice {
  head: string;
  short: string;
  why: string;
  brief: ShortAdvice;
  move: string;
  table: PlanRows;
  note: string;
  model: string;
}

export interface CallMade {
  seat: string;
  text: string;
  amount: number | null;
  color: string;
  pass: boolean;
}

export interface Calls {
  seat: string;
  label: string;
  text: string;
  record_move: string | null;
  options: Option[];
  kind?: "tricks";
  min_bid: number;
  max_bid: number | null;
  step: number;
  colors?: ColorChoice[];
}

export interface CardFacts {
  name: string;
  description: string;
  color: string;
  rank: string;
  money: number;
  points: number;
  effect: string;
}

export interface ChanceAnswer {
  fraction: string;
  percent: string;
  odds: string;
  guess: string;
  is_close: boolean;
  head: string;
  steps: CountingStep[];
  lines: string[];
  values: ChanceValue[];
  table: PlotRows | null;
  simulation: Simulation | null;
}

export interface ChanceForm {
  place: string;
  verb: string;
  cards: ChanceWord[];
  number: string;
}

export interface ChanceMenus {
  places: Choice[];
  verbs: Choice[];
}

export interface ChancePart {
  text: string;
  given: string;
  question: string;
  form: ChanceForm | null;
  faces: string[];
  model: string;
  examples: string[];
  example: number | null;
  menus: ChanceMenus;
  values: string[];
  guess: string | null;
  can_guess: boolean;
  is_shown: boolean;
  busy: boolean;
  progress: number;
  batch: string;
  deals: number;
  deal_counts: number[];
  answer: ChanceAnswer | null;
  no_answer: string;
  past_guesses: PastGuess[];
  fault: string;
}

export interface ChanceValue {
  text: string;
  proportion: number;
  percent: string;
  guess: string;
}

export interface ChanceWord {
  text: string;
  code: string;
}

export interface Chip {
  text: string;
  card: string | null;
  move?: string;
}

export interface Choice {
  id: string;
  text: string;
}

export interface Choices {
  seat: string;
  label: string;
  record_move: string | null;
  options: Option[];
}

export interface Cite {
  id: string;
  words: string;
  source: string;
}

export interface Claim {
  trick: number;
  seat: string;
  text: string;
}

export interface ColorChoice {
  color: string;
  text: string;
  code: string;
  is_chosen: boolean;
}

export interface ColorName {
  color: string;
  text: string;
}

export interface Count {
  head: string;
  lines: CountLine[];
  result: string[];
  scores: SideScore[];
  is_stopped?: boolean;
}

export interface CountLine {
  side: string;
  text: string;
  sum: number;
}

export interface CountingStep {
  label: string;
  text: string;
  value: string;
}

export interface CurrentBranch {
  name: string;
  step: number;
  index: number;
}

export interface DiscardChoice {
  index: number | null;
  head: string;
  name: string;
  cards: string[];
  trump: string;
  trump_text: string;
  trumps_left: string;
  trump_money: string;
  is_baseline: boolean;
  is_advised: boolean;
  certain: string[];
  differs: string;
  why: string;
  figures: DiscardFigures | null;
}

export interface DiscardFigures {
  gain: string;
  gain_margin: string;
  bid_made: string;
  money: string;
  difference: string;
  difference_margin: string;
  short: string;
  short_margin: string;
  verdict: string;
  value: number;
  low: number;
  high: number;
}

export interface DiscardMethod {
  text: string[];
  deals: number;
  target: number;
  note: string;
  columns: string[];
  rows: (string[])[];
}

export interface EditionChange {
  head: string;
  previous: string;
  items: EditionDifference[];
}

export interface EditionDifference {
  option: boolean;
  topic: string;
  previous: string;
  current: string;
  cites: RuleSource[];
}

export interface Editions {
  current: string;
  choices: Choice[];
  previous: string;
  change: EditionChange | null;
  replay?: ReplayResult;
}

export interface Finding {
  text: string;
  short: string;
}

export interface FindingReason {
  head: string;
  text: string;
}

export interface GuessForm {
  trumps: TrumpChoice[];
  min_bid: number;
  max_bid: number | null;
  step: number;
  unit: string;
  text: string;
}

export interface GuessHistory {
  head: string;
  file: string;
  fault: string;
  columns: string[];
  rows: (string[])[];
}

export interface Hand {
  seat: string;
  owner: string;
  label: string;
  mode: "play" | "discard" | "call" | "look";
  cards: HandCard[];
  need: number;
  record_cards: string[];
}

export interface HandCard {
  card: string;
  name: string;
  state: "rest" | "legal" | "illegal" | "hidden";
  move: string | null;
  why: RulingPart | null;
  card_beneath?: string;
  is_called?: boolean;
  hint?: boolean;
  is_shown?: boolean;
  value?: string;
  value_words?: string;
  is_best?: boolean;
}

export interface HandInPart {
  name: string;
  text: string;
  file: string;
  fault: string;
}

export interface Heading {
  title: string;
  subtitle: string;
  short: string;
  description: string;
  bidder: string;
  amount: string;
  short_amount: string;
  color: string;
  trump: string;
  state: string;
}

export interface HintPart {
  head: string;
  reason: string;
  rows: HintRow[];
  note: string;
}

export interface HintRow {
  move: string;
  why: string;
  figure: string;
  margin: string;
}

export interface LastTrick {
  trick: PastTrick | null;
  text: string;
  cite: Cite;
}

export interface Log {
  head: string;
  rows: LogRow[];
}

export interface LogRow {
  number: number;
  text: string;
  step?: number;
}

export interface MatchSession {
  stage: "at table" | "new match" | "practice" | "round over" | "reviewing" | "what-if";
  is_over: boolean;
  auto: Auto | null;
  auto_play: boolean;
  auto_forced: boolean;
  last_trick: Message | null;
  last_trick_actions: Action[];
  hands: OpenHands | null;
  busy: string;
  hint: HintPart | null;
  hints: number;
  review: Review | null;
  rounds: PlayedRound[];
  real_table: RealTablePart;
  sheet: MatchSheet;
  save_status: string;
  skill_level: string;
  skill_levels: SkillLevel[];
  new_match: NewMatchForm;
  hand_in: HandInPart | null;
}

export interface MatchSheet {
  title: string;
  unit: string;
  columns: SheetColumn[];
  rows: SheetLine[];
  totals: number[];
  verdict: string;
  remarks: string[];
  target: number | null;
}

export interface Message {
  kind: "turn" | "ok" | "info" | "stop" | "work" | "hint";
  what: string;
  why: string;
  short: string;
}

export interface Money {
  total: number;
  bid: number;
  left: SideMoney;
  right: SideMoney;
  remaining: number;
  shortfall: number;
  spare: number;
  nest: number;
  word: string;
  state: "" | "open" | "made" | "set";
  difference: number;
  sentence: string;
}

export interface MoveTool {
  is_shown: boolean;
  why_not: string;
}

export interface Nest {
  size: number;
  word: string;
  cards: string[];
}

export interface NewMatchForm {
  seats: SeatChoice[];
  seat: string;
  skill_levels: SkillLevel[];
  skill_level: string;
  gives_up: boolean;
}

export interface NextCard {
  seat: string | null;
  order: number;
}

export interface Note {
  head: string;
  text: string;
  source: string;
}

export interface Odds {
  places: OddsPlace[];
  rows: OddsRow[];
  viewer: string;
  sentence: string;
  is_sampled: boolean;
}

export interface OddsCard {
  code: string;
  copies: number;
  cells: OddsCell[];
}

export interface OddsCell {
  text: string;
  probability: number;
  margin?: string;
}

export interface OddsPlace {
  id: string;
  name: string;
  size: number;
}

export interface OddsRow {
  color: string;
  name: string;
  cards: OddsCard[];
}

export interface OpenHands {
  head: string;
  seats: Seat[];
  nest: string;
}

export interface OpenTrick {
  number: number;
  cards: string[];
  tag: string;
}

export interface Option {
  text: string;
  move: string;
  legal: boolean;
  why: RulingPart | null;
  hint?: boolean;
}

export interface PastGuess {
  text: string;
  guess: string;
  exact: string;
}

export interface PastTrick {
  number: number;
  cards: TrickCard[];
  winner: string | null;
  winner_name: string;
  trick_value: number;
  tag: string;
  effect: string;
  changer: string;
  step: number;
}

export interface Pile {
  name: string;
  side: "A" | "B" | "";
  count: number;
  face_down: number;
  open_tricks: OpenTrick[];
}

export interface PlanRow {
  text: string;
  limit: string;
  gain: string;
  chance: string;
  is_best: boolean;
}

export interface PlanRows {
  head: string;
  columns: string[];
  rows: PlanRow[];
}

export interface PlayedCard {
  seat: string;
  card: string;
  order: number;
  is_last: boolean;
  is_winning: boolean;
}

export interface PlayedRound {
  number: number;
  why_not: string;
  is_open: boolean;
}

export interface Plot {
  key: string;
  kind: "curve" | "bars" | "running";
  title: string;
  short?: string;
  name?: string;
  description: string;
  x: Axis;
  y: Axis;
  series: Series[];
  rules: RuleLine[];
  marks?: Spot[];
  table: PlotRows;
}

export interface PlotRows {
  columns: string[];
  rows: (string[])[];
}

export interface Point {
  x: number;
  y: number;
  low?: number;
  high?: number;
  text?: string;
  label?: string;
  what?: string;
  why?: string;
}

export interface RealTablePart {
  is_on: boolean;
  is_real_round: boolean;
  why_not: string;
  notice: number;
  misplays: number;
  claims: Claim[];
}

export interface RecordedCallTool {
  is_shown: boolean;
  is_enabled: boolean;
  text: string;
  call: string;
  all_text: string;
  why: string;
}

export interface RefusedMove {
  text: string;
  card: string | null;
  why: string;
  id: string;
}

export interface ReplayResult {
  edition: string;
  text: string;
  rule: string;
  stop: number | null;
  message: Message | null;
}

export interface Review {
  title: string;
  short_title: string;
  is_open: boolean;
  number: number;
  index: number;
  reviewed_count: number;
  points: ReviewPoint[];
  counts: ReviewCount[];
  moment: ReviewMoment | null;
  unit: string;
  sum: string;
  final: number | null;
  final_text: string;
  note: string;
}

export interface ReviewCall {
  name: string;
  text: string;
  is_learner: boolean;
}

export interface ReviewCount {
  kind: "mistake" | "slip" | "close" | "best";
  count: number;
  text: string;
}

export interface ReviewMoment {
  trick: PlayedCard[];
  calls: ReviewCall[];
  discards: string[];
  trump: string;
  chosen_cards: string[];
  better_cards: string[];
}

export interface ReviewPoint {
  group: string;
  label: string;
  short_place: string;
  place: string;
  kind: "" | "mistake" | "slip" | "close" | "best";
  gain: number | null;
  size: number;
  cost: string;
  margin: string;
  move: string;
  better_move: string;
  verdict: string;
  advice: string;
  why: string[];
  figure: string;
  figure_margin: string;
  description: string;
}

export interface RuleLine {
  axis: "x" | "y";
  value: number;
  label: string;
}

export interface RuleSource {
  id: string;
  source: string;
}

export interface RulingPart {
  kind: "stop" | "ok" | "info";
  head: string;
  text: string;
  short?: string;
  what?: string;
  why?: string;
  moves: Chip[];
  cites: Cite[];
}

export interface Seat {
  seat: string;
  name: string;
  place: string;
  side: "A" | "B" | "";
  cards: number;
  roles: string[];
  is_dealer: boolean;
  is_dummy: boolean;
  turn: boolean;
  open_cards: string[] | null;
  is_own_hand?: boolean;
  cards_beneath?: (string | null)[];
}

export interface SeatChoice {
  seat: string;
  text: string;
}

export interface Series {
  name: string;
  points: Point[];
  code?: string;
  is_best?: boolean;
  even_bid?: number | null;
}

export interface SheetCell {
  score: string;
  total: number;
  detail: string;
}

export interface SheetColumn {
  name: string;
  text: string;
  is_winner: boolean;
}

export interface SheetLine {
  kind: string;
  head: string;
  dealer: string;
  bid: string;
  outcome: string;
  cells: SheetCell[];
}

export interface ShortAdvice {
  head: string;
  short: string;
}

export interface SideMoney {
  name: string;
  side: "A" | "B";
  money: number;
}

export interface SideScore {
  name: string;
  side: "A" | "B" | "";
  tricks: number;
  amount: number;
  score: string;
  size: string;
}

export interface Simulation {
  title: string;
  short: string;
  subtitle: string;
  plot: Plot;
}

export interface SkillLevel {
  name: string;
  text: string;
}

export interface Solve {
  can_solve: boolean;
  state: "" | "busy" | "bounds" | "exact";
  seconds: number;
  text: string;
  message: Message | null;
}

export interface Spell {
  label: string;
  lines: number[];
}

export interface Spot {
  x: number;
  y: number;
  kind: "even" | "limit" | "guess";
  text: string;
}

export interface StepperBar {
  label: string;
  place: string;
  unit: string;
  position: string;
  step: number;
  last_step: number;
  ticks: Tick[];
  branch: CurrentBranch | null;
  branches: Branch[];
}

export interface Strip {
  heading: string;
  order: string;
  color: string;
  cells: StripCell[];
  second?: StripCell[];
}

export interface StripCell {
  rank: string;
  money: boolean;
  state: "yours" | "played" | "out";
  points?: string;
}

export interface Tab {
  id: string;
  title: string;
  heading: string;
  empty: string;
  parts: string[];
  is_left: boolean;
  is_forward: boolean;
  nav: number;
}

export interface Tally {
  head: string;
  unit: "money" | "points" | "tricks";
  total: number;
  rows: TallyRow[];
  remaining: number;
  sentence: string;
}

export interface TallyRow {
  name: string;
  amount: number;
  need: number | null;
  text: string;
  side: "A" | "";
  state: "" | "open" | "made" | "set";
}

export interface Tick {
  step: number;
  label: string;
}

export interface Tile {
  letter: string;
  state: "done" | "next" | "to come";
  seat: string;
  is_last: boolean;
}

export interface Tools {
  record_calls: RecordedCallTool;
  random_move: MoveTool;
  all_hands: boolean;
  can_show_all: boolean;
  bottom_seat: string;
  record_move: string;
  code: string;
}

export interface TrickCard {
  seat: string;
  card: string;
}

export interface TrumpChoice {
  code: string;
  color: string;
  text: string;
  is_chosen?: boolean;
}

export interface TrumpOption {
  color: string;
  text: string;
  move: string;
  hint?: boolean;
}

export interface Trumps {
  seat: string;
  label: string;
  record_move: string | null;
  options: TrumpOption[];
}

export interface Word {
  label: string;
  tiles: Tile[];
}

export interface WordLine {
  number: number;
  word: string;
  is_last: boolean;
}

export interface Work {
  proportion: number;
  text: string;
}
