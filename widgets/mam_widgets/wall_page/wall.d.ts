// Made from the schema in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again.

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

export interface CallMade {
  seat: string;
  call: string;
}

export interface PlayedCard {
  seat: string;
  card: string;
}

export interface Promise {
  seat: string;
  amount: number;
}

export interface TrickShown {
  winner: string;
  value: number;
  effect: string;
}

export interface WallAsked {
  name: string;
  where: string;
  setup: string;
  text: string;
  given: string;
  size: number;
  options: WallOption[];
  table: BoardTable | null;
  seats: Record<string, string>;
  sides: (string[])[];
  counts: string;
  hide: string[];
}

export interface WallGroup {
  title: string;
  sets: WallSet[];
}

export interface WallOption {
  answer: string;
  label: string;
  cards: string[];
  color: string;
}

export interface WallRevealed {
  right: string[];
  takes_all: boolean;
  headline: string;
  text: string;
  why: Record<string, string>;
  plays: PlayedCard[];
  trick: TrickShown | null;
}

export interface WallScene {
  title: string;
  groups: WallGroup[];
  slides: WallAsked[];
  at: number;
  revealed: WallRevealed | null;
  opened: number;
  fault: string;
}

export interface WallSet {
  id: string;
  title: string;
  cases: string[];
}

export interface WallSlide {
  asked: WallAsked;
  revealed: WallRevealed;
}
