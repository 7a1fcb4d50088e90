// What Python sends: the scene that a widget draws. Lists and groups that a widget leaves out are filled in by `withDefaults`.
// A part that only one widget has (`lab`, `quiz`, `session`, `chance` …) is optional here.

export interface Scene {
  title: string;
  heading?: {
    title: string;
    subtitle: string;
    short: string;
    about: string;
    who: string;
    amount: string;
    short_amount: string;
    color: string;
    trump: string;
    state: string;
  };
  message?: {
    kind: "turn" | "ok" | "info" | "stop" | "work" | "hint";
    what: string;
    why: string;
    short: string;
  };
  you?: string;
  nest?: { size: number; word: string; cards: string[] } | null;
  discards?: string[];
  cards?: Record<string, { name: string; color: string; rank: number; money: number }>;
  unit?: string;
  colors?: string[];
  badges?: {
    text: string;
    short?: string;
    bare?: boolean;
    color?: string;
  }[];
  money?: {
    total: number;
    bid: number;
    left: {
      name: string;
      money: number;
    };
    right: {
      name: string;
      money: number;
    };
    out: number;
    needs: number;
    spare: number;
    nest: number;
    word: string;
    state: string;
    by: number;
    sentence: string;
  } | null;
  tally?: {
    head: string;
    unit: string;
    total: number;
    rows: {
      name: string;
      amount: number;
      need: number | null;
      text: string;
      side: string;
      state: string;
    }[];
    out: number;
    sentence: string;
  } | null;
  seats?: Seat[];
  trick?: {
    seat: string;
    card: string;
    order: number;
    just: boolean;
    winning: boolean;
  }[];
  trick_done?: boolean;
  next?: {
    seat: string;
    order: number;
  } | null;
  worth?: number;
  effect?: string;
  hand?: {
    seat: string;
    label: string;
    mode: string;
    cards: {
      card: string;
      name: string;
      state: string;
      move: string | null;
      why: Ruling | null;
      under?: string;
      hint?: boolean;
    }[];
    need: number;
    printed: string[];
  } | null;
  calls?: {
    seat: string;
    label: string;
    printed: string | null;
    options: {
      text: string;
      move: string;
      legal: boolean;
      why: Ruling | null;
      hint?: boolean;
    }[];
    least: number;
    most: number;
    step: number;
    colors?: {
      color: string;
      text: string;
      code: string;
      chosen: boolean;
    }[];
    kind?: string;
  } | null;
  trumps?: {
    seat: string;
    label: string;
    printed: string;
    options: {
      color: string;
      text: string;
      move: string;
      hint?: boolean;
    }[];
  } | null;
  choices?: {
    seat: string;
    label: string;
    printed: string | null;
    options: {
      text: string;
      move: string;
      legal: boolean;
      why: Ruling | null;
      hint?: boolean;
    }[];
  } | null;
  asks?: string;
  made?: {
    seat: string;
    text: string;
    pass: boolean;
  }[];
  strip?: {
    heading: string;
    color: string;
    cells: {
      rank: string;
      money: boolean;
      state: string;
      worth?: string;
    }[];
    second?: {
      rank: string;
      money: boolean;
      state: string;
    }[];
  } | null;
  history?: {
    number: number;
    cards: {
      seat: string;
      card: string;
    }[];
    winner: string;
    by: string;
    worth: number;
    tag: string;
    step: number;
  }[];
  captured?: {
    name: string;
    side: string;
    count: number;
    down: number;
    open: unknown[];
  }[] | null;
  count?: {
    head: string;
    lines: {
      side: string;
      text: string;
      sum: number;
    }[];
    result: string[];
  } | null;
  ruling: Ruling | null;
  others?: {
    head: string;
    legal: {
      text: string;
      card: string | null;
    }[];
    refused: {
      text: string;
      card: string | null;
      why: string;
      id: string;
    }[];
  } | null;
  live: string;
  note?: {
    head: string;
    text: string;
    source: string;
  } | null;
  stepper?: {
    at: number;
    last: number;
    label: string;
    ticks: {
      at: number;
      label: string;
    }[];
    branch?: null;
    branches: unknown[];
  };
  tools?: {
    as_printed: {
      show: boolean;
      enabled: boolean;
      text: string;
      all: string;
      why: string;
    };
    any: {
      show: boolean;
      text: string;
    };
    undo: {
      show: boolean;
      text?: string;
    };
    all_hands: boolean;
    can_show_all: boolean;
    bottom: string;
  };
  editions: {
    now: string;
    choices: {
      id: string;
      text: string;
    }[];
    before: string;
    changed: null;
  } | null;
  solve?: {
    can: boolean;
    state: string;
    text: string;
  };
  log?: {
    head: string;
    rows: {
      number: number;
      text: string;
      step: number;
    }[];
  } | null;
  lines?: {
    number: number;
    word: string;
    just: boolean;
  }[];
  spell?: {
    label: string;
    lines: number[];
  } | null;
  session?: {
    status: string;
    next: {
      do: "" | "step" | "next_round";
      text: string;
    };
    to_turn: boolean | null;
    auto_play: boolean;
    over: boolean;
    hands: {
      head: string;
      seats: Seat[];
      nest: string;
    } | null;
    can_hint: boolean;
    can_undo: boolean;
    busy: string;
    hint: {
      head: string;
      reason: string;
      rows: {
        move: string;
        why: string;
        figure: string;
        error: string;
      }[];
      note: string;
    } | null;
    hints: number;
    review: {
      done: number;
      of: number;
      sum: string;
      rows: {
        move: string;
        better: string;
        why: string;
        figure: string;
        error: string;
      }[];
      note: string;
    } | null;
    sheet: {
      title: string;
      unit: string;
      columns: {
        name: string;
        text: string;
        won: boolean;
      }[];
      rows: {
        kind: string;
        head: string;
        dealer: string;
        bid: string;
        outcome: string;
        cells: {
          entered: string;
          total: number;
          detail: string;
        }[];
      }[];
      totals: number[];
      verdict: string;
      remarks: unknown[];
    };
    saved: string;
    skill_level: string;
    skill_levels: {
      name: string;
      text: string;
    }[];
    begin: {
      seats: {
        seat: string;
        text: string;
      }[];
      seat: string;
      skill_levels: {
        name: string;
        text: string;
      }[];
      gives_up: boolean;
    };
  };
  lab?: {
    step: string;
    guide: string;
    asks?: boolean;
    guess?: {
      trumps: {
        code: string;
        color: string;
        text: string;
      }[];
      least: number;
      most: number;
      step: number;
      unit: string;
      told: string;
    } | null;
    book?: {
      head: string;
      file: string;
      fault: string;
      columns: string[];
      rows: string[][];
    } | null;
    figures?: {
      head: string;
      text: string[];
      yours: string;
      curve: Plot;
      score: Plot;
      spread: Plot;
      trumps: {
        code: string;
        color: string;
        text: string;
        chosen: boolean;
      }[];
      worlds: number;
      target: number;
    } | null;
    advice?: {
      head: string;
      move: string;
      why: string;
      about: string;
      rows: {
        text: string;
        gain: string;
        why: string;
      }[];
      text: string;
    } | null;
    cards: string;
    busy: boolean;
    partly?: boolean;
    can_undo: boolean;
    progress: {
      key: string;
      done: number;
      label: string;
      text: string;
    } | null;
    origin?: string;
    bid_on?: { trump: string; color: string; text: string; chosen: boolean }[];
    ready?: string[];
    certain?: string[];
    choices?: Choice[];
    full?: boolean;
    trump_count?: number;
    brief?: string;
    finding?: { text: string; short: string } | null;
    reason?: { head: string; text: string } | null;
    method?: {
      text: string[];
      deals: number;
      target: number;
      note: string;
      columns: string[];
      rows: string[][];
    } | null;
    covered?: boolean;
    enough?: boolean;
    loads?: number;
  };
  chance?: {
    text: string;
    given: string;
    model: string;
    examples: string[];
    menus: {
      kinds: {
        id: string;
        text: string;
      }[];
      places: {
        id: string;
        text: string;
      }[];
      compare: string[];
    };
    guessable: boolean;
    guess: string | null;
    shown: boolean;
    busy: boolean;
    answer: {
      fraction: string;
      percent: string;
      odds: string;
      far: string;
      why: string[];
      plot: Plot | null;
      tried: string;
    } | null;
    beyond: string;
    past: {
      text: string;
      guess: string;
      true: string;
    }[];
  };
  quiz?: {
    id: string;
    at: number;
    count: number;
    kind: string;
    edition: string;
    setup: string;
    words: string;
    form: {
      way: string;
      labels: string[];
      cards: string[];
      hint: string;
    };
    tricks: {
      number: number;
      plays: {
        who: string;
        card: string;
      }[];
    }[];
    given: number[] | null;
    score: {
      right: number;
      answered: number;
    };
    missed: number;
    file: string;
    said: string;
    choice: {
      editions: {
        id: string;
        text: string;
      }[];
      edition: string;
      kinds: {
        id: string;
        text: string;
      }[];
      kind: string;
      missed: boolean;
    };
    after: {
      right: number[];
      is_right: boolean;
      numbers: {
        label: string;
        given: string;
        right: string;
        fine: boolean;
      }[];
      title: string;
      kind: string;
      source: string;
      question: string;
      answer: string;
    } | null;
  };
  word?: {
    label: string;
    tiles: {
      letter: string;
      state: string;
      seat: string;
      just: boolean;
    }[];
  };
}

/* A discard and a trump, on the list of the discard lab. */
export interface Choice {
  index: number | null;
  head: string;
  words: string;
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
  figures: {
    gain: string;
    gain_margin: string;
    made: string;
    money: string;
    difference: string;
    short: string;
    short_margin: string;
    verdict: string;
    value: number;
    low: number;
    high: number;
  } | null;
}

export interface Plot {
  key: string;
  kind: string;
  title: string;
  description: string;
  x: {
  label: string;
};
  y: {
  label: string;
  percent: boolean;
};
  series: {
  name: string;
  points: {
    x: number;
    y: number;
    low?: number;
    high?: number;
    text?: string;
  }[];
  code?: string;
}[];
  rules: {
  axis: string;
  at: number;
  label: string;
}[];
  table: {
  columns: string[];
  rows: string[][];
};
}

export interface Ruling {
  kind: string;
  head: string;
  text: string;
  short?: string;
  may: {
  text: string;
  card: string | null;
  move: string;
}[];
  cites: Cite[];
}

export interface Cite {
  id: string;
  words: string;
  source: string;
}

export interface Seat {
  seat: string;
  name: string;
  at: string;
  side: string;
  cards: number;
  role: string;
  turn: boolean;
  open: string[] | null;
  own?: boolean;
  under?: (string | null)[];
}
