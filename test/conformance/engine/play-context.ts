import type { Backend } from './backend.ts';
import type { BrowserPage, Page, PageCommand } from './page.ts';
import type { ClientFrame, Connection, Recording } from './recording.ts';
import type { Step } from './scenario.ts';
import type { Timeline } from './timeline.ts';
import type { Upstream } from './upstream.ts';

/** Context of a running scenario, which its steps and actions use. */
export interface PlayContext extends Timeline {
  readonly backend: Backend;
  readonly recording: Recording;
  readonly pages: readonly Page[];
  readonly upstream: Upstream | null;
  /** Frames of the client by the name that an `await` gave them, and events that the server has stored by name. */
  readonly namedFrames: Map<string, ClientFrame>;
  readonly committedEvents: Map<string, Step>;
  /** Number of sent frames that the script has read, by reader: one page's frames, or all. */
  readonly readPositions: Map<string, number>;
  readonly measurements: Map<string, number>;
  /** Numbers of the frames that the automatic server loses, by policy. */
  readonly policies: Map<string, readonly number[]>;
  /** Next step of the script. */
  readonly nextStep: () => Step | undefined;
  /** Records the mark and performs the actions that wait for it. */
  reachMark(mark: string): Promise<void>;
  /** Records a moment that `trace` may refer to. */
  momentReached(what: string): void;
  store(sessionId: string | null): Promise<void>;
  execute(page: Page, commands: readonly PageCommand[]): Promise<void>;
  /** Pages of an action. */
  pagesOf(action: { readonly tab?: unknown }): readonly Page[];
  fail(text: string): void;
  /** Waits for a condition. A timeout is a failure. */
  await(what: string, isDone: () => boolean, limitMs?: number): Promise<boolean>;
}

export const pageNumber = (tab: unknown): number | undefined => (typeof tab === 'number' ? tab : undefined);

/** Waits for the connection that the script uses. */
export async function socketOf(context: PlayContext, tab: unknown): Promise<Connection | undefined> {
  const page = pageNumber(tab);
  await context.await('an open socket', () => context.backend.current(page) !== undefined);
  return context.backend.current(page);
}

export function browserOf(page: Page): BrowserPage {
  if (!page.browser) throw new Error('this is no page of a browser');
  return page.browser;
}
