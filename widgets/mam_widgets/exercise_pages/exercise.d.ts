// Made from the schema in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again.

export interface AnswerRead {
  answer: string;
  text: string;
}

export interface AnswerReply {
  count: number;
  verdict: string;
  what: string;
  why: Span[];
  wrong: string[];
  saved: string;
}

export interface Block {
  kind: string;
  rows: ((Span[])[])[];
}

export interface ExerciseGroup {
  kind: string;
  exercises: ExerciseRow[];
}

export interface ExerciseRow {
  id: string;
  title: string;
  level: number;
}

export interface ExerciseScene {
  title: string;
  list_title: string;
  another: string;
  mode: string;
  place: string;
  answer: string | string[];
  sure: number;
  feedback: string;
  opened: number;
  groups: ExerciseGroup[];
  exercise: ExerciseShown | null;
  hints: (Block[])[];
  solution: Block[];
  reply: AnswerReply | null;
  stars: Record<string, number>;
  fault: string;
}

export interface ExerciseShown {
  id: string;
  title: string;
  kind: string;
  level: string;
  variant: number;
  question: Span[];
  blocks: Block[];
  form: string;
  help: string;
  unit: string;
  hand: string[];
  trick: TrickCard[];
  options: Option[];
  cases: (Span[])[];
  hints: number;
}

export interface Option {
  answer: string;
  spans: Span[];
}

export interface Span {
  kind: string;
  text: string;
}

export interface TrickCard {
  card: string;
  seat: string;
}
