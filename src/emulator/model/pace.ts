/** The speed of the agent. Every wait of the script is a multiple of these two. */
export interface Pace {
  readonly wordMs: number;
  readonly thinkingMs: number;
}

export const NATURAL_PACE: Pace = { wordMs: 40, thinkingMs: 400 };
export const NO_WAIT: Pace = { wordMs: 0, thinkingMs: 0 };
