import type { News, Order } from '../../page.ts';
import type { Timers } from '../../timers.ts';

/** What the engine has put into the page before anything else ran there. */
export interface PageStage {
  readonly timers: Timers;
  /** The page's own, before they were replaced. */
  readonly native: {
    readonly setTimeout: typeof setTimeout;
    readonly requestAnimationFrame: typeof requestAnimationFrame;
    readonly performance: Performance;
    readonly parse: typeof JSON.parse;
    readonly stringify: typeof JSON.stringify;
  };
  news: News[];
  tell(news: { readonly is: News['is'] } & Readonly<Record<string, unknown>>): void;
  /** How much the page still waits for by itself, and will have soon. */
  busy: number;
  /** Performs one order; each part knows its own. */
  readonly performers: ((order: Order) => void)[];
  /** Callbacks that wait for the next frame. */
  readonly frames: Map<number, FrameRequestCallback>;
  /** Listeners on what outlives the widget, added and not removed. */
  listeners: number;
  /** What `Date` is off by. */
  skewMs: number;
  /** Looks out for what must never be. */
  look(): void;
  /** Everything that an order has led to has happened. */
  settled(): void;
}

export interface Setup {
  /** Under which property of the window the engine finds the way in. */
  readonly key: string;
  readonly startAt: number;
  readonly clockOffsetMs: number;
  readonly relays: readonly string[];
  readonly watch: readonly string[];
  readonly blockedStorage: 'denied' | 'full' | null;
}

/** The way in. Text, so that a lone surrogate gets through. */
export interface PageDoor {
  /** Orders in JSON; gives `Driven` in JSON. */
  drive(orders: string): Promise<string>;
  now(): number;
  /** The view in JSON. */
  view(): string;
  remains(): { readonly timers: number; readonly listeners: number };
  setClockOffset(ms: number): void;
  setVisible(isVisible: boolean): void;
  blockStorage(how: 'denied' | 'full'): void;
  measure(what: string): Promise<number>;
}

export interface Driven {
  readonly news: readonly News[];
  readonly nextIn: number | null;
}
