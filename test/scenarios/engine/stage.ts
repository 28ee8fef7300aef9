import type { FarSide } from './far-side.ts';
import type { BrowserPage, Order, Page } from './page.ts';
import type { Chronicle, ClientFrame, Connection } from './record.ts';
import type { Step } from './scenario.ts';
import type { Timeline } from './timeline.ts';
import type { Upstream } from './upstream.ts';

/** Where a scenario is played: what its steps and acts work with. */
export interface Stage extends Timeline {
  readonly far: FarSide;
  readonly chronicle: Chronicle;
  readonly pages: readonly Page[];
  readonly upstream: Upstream | null;
  /** Frames of the client that an `await` has named, and those that the server has stored under a name. */
  readonly named: Map<string, ClientFrame>;
  readonly committed: Map<string, Step>;
  /** How many of the frames sent the script has read, by who reads: one page's, or all. */
  readonly read: Map<string, number>;
  readonly measured: Map<string, number>;
  /** What the server without script loses, by policy: the numbers of the frames. */
  readonly policies: Map<string, readonly number[]>;
  /** The next step of the script. */
  readonly next: () => Step | undefined;
  /** Marks the moment and runs the acts that wait for it. */
  reach(mark: string): Promise<void>;
  /** A moment that `trace` may count from. */
  happened(what: string): void;
  store(sessionId: string | null): Promise<void>;
  drive(page: Page, orders: readonly Order[]): Promise<void>;
  /** The pages that an act is about. */
  pagesOf(act: { readonly tab?: unknown }): readonly Page[];
  fault(text: string): void;
  /** Waits for it; in vain is a fault. */
  await(what: string, isDone: () => boolean, limitMs?: number): Promise<boolean>;
}

export const pageNumber = (tab: unknown): number | undefined => (typeof tab === 'number' ? tab : undefined);

/** The socket that the script speaks through, as soon as there is one. */
export async function socketOf(stage: Stage, tab: unknown): Promise<Connection | undefined> {
  const page = pageNumber(tab);
  await stage.await('an open socket', () => stage.far.current(page) !== undefined);
  return stage.far.current(page);
}

export function browserOf(page: Page): BrowserPage {
  if (!page.browser) throw new Error('this is no page of a browser');
  return page.browser;
}
