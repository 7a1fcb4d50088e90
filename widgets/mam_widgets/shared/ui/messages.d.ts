// Made from the handlers in Python: MAM_WRITE=1 pytest tests/widgets/test_javascript.py writes it again.

export type Message =
  | { do: "add_advice" }
  | { do: "all_hands"; is_on: boolean }
  | { do: "as_recorded" }
  | { do: "as_recorded_all" }
  | { do: "ask"; text: string; given?: string }
  | { do: "auto_forced"; is_on: boolean }
  | { do: "auto_play"; is_on: boolean }
  | { do: "back" }
  | { do: "begin"; seat: string; skill_level: string; seed?: string }
  | { do: "bid_on"; trump: string }
  | { do: "bottom"; seat: string }
  | { do: "branch"; index: number }
  | { do: "build"; place: string; verb: string; cards: (string)[]; number?: string; given?: string }
  | { do: "claim_misplay"; trick: number; seat: string }
  | { do: "continue" }
  | { do: "deals"; count: number }
  | { do: "edition"; edition: string }
  | { do: "example"; index: number }
  | { do: "go_to_decision"; index: number }
  | { do: "go_to_step"; step: number }
  | { do: "guess"; bid: number; trump: string; percent: number }
  | { do: "guess"; percents: (string)[] }
  | { do: "guess_first"; is_on: boolean }
  | { do: "hand"; text: string }
  | { do: "hand_in"; name: string }
  | { do: "hint" }
  | { do: "load"; index: number }
  | { do: "move"; move: string }
  | { do: "odds"; is_on: boolean; listen?: boolean }
  | { do: "random_move" }
  | { do: "real_table"; is_on: boolean; notice?: number; misplays?: number }
  | { do: "record"; number?: number }
  | { do: "reveal" }
  | { do: "review"; number?: number }
  | { do: "similar" }
  | { do: "skill_level"; name: string }
  | { do: "step" }
  | { do: "stop" }
  | { do: "stop_solving" }
  | { do: "trump"; trump: string }
  | { do: "undo" };
