import type { PageCommand, PageEvent, Remaining } from '../../page.ts';
import type { Timers } from '../../timers.ts';

/** State of the engine in the page, installed before anything else. */
export interface InPageEngine {
  readonly timers: Timers;
  /** Functions of the page before they were replaced. */
  readonly native: {
    readonly setTimeout: typeof setTimeout;
    readonly requestAnimationFrame: typeof requestAnimationFrame;
    readonly performance: Performance;
    readonly parse: typeof JSON.parse;
    readonly stringify: typeof JSON.stringify;
  };
  events: PageEvent[];
  emit(event: { readonly is: PageEvent['is'] } & Readonly<Record<string, unknown>>): void;
  /** Number of pending operations that finish soon by themselves. */
  pendingTasks: number;
  /** Executors of commands. Each handles its own kinds. */
  readonly performers: ((command: PageCommand) => void)[];
  /** Callbacks that wait for the next frame. */
  readonly frames: Map<number, FrameRequestCallback>;
  /** Number of listeners on targets that outlive the widget. */
  listeners: number;
  /** Pending timers of the client. */
  readonly clientTimers: Set<number>;
  /** Offset of `Date`. */
  skewMs: number;
  /** Reads the observed facts. */
  observe(): void;
  /** Called when all consequences of a command have happened. */
  settled(): void;
}

export interface Setup {
  /** Property of the window that holds the API. */
  readonly key: string;
  readonly startAt: number;
  readonly clockOffsetMs: number;
  readonly relays: readonly string[];
  readonly observe: readonly string[];
  readonly blockedStorage: 'denied' | 'full' | null;
}

/** API of the engine in the page. It uses text, so that lone surrogates are preserved. */
export interface InPageApi {
  /** Executes commands in JSON. Resolves to an `ExecutionResult` in JSON. */
  execute(commands: string): Promise<string>;
  now(): number;
  /** Returns the view in JSON. */
  view(): string;
  remaining(): Remaining;
  setClockOffset(ms: number): void;
  setVisible(isVisible: boolean): void;
  blockStorage(how: 'denied' | 'full'): void;
  measure(what: string): Promise<number>;
}

export interface ExecutionResult {
  readonly events: readonly PageEvent[];
  readonly nextIn: number | null;
}
