export type Message = { do: string; [field: string]: unknown };
