import type { Result } from '../../base/result.ts';
import type { FramesAnswer } from '../../protocol/relay.ts';
import type { Failure } from '../http/problem.ts';
import type { PlatformGrant } from './sessions.ts';
import type { Site } from './site.ts';

/** A page that polls. */
export interface PollingPage {
  readonly site: Site;
  /** The platform's grant with its token. Must not be sent to the browser. */
  readonly grant: PlatformGrant;
  /** Chosen by the page for each of its connections. */
  readonly connection: string;
  /** The page's cursor. A relay without this connection opens one from here. */
  readonly cursor: number;
  /** The client, for limits. */
  readonly client: string;
  /** Aborted when the page no longer waits. */
  readonly leaving: AbortSignal;
}

/** Connections whose visitors poll (M-12.26, M-12.27). */
export interface Polls {
  /** @param nth number of this poll in its connection, from 1 */
  poll(page: PollingPage, nth: number): Promise<Result<FramesAnswer, Failure>>;
  /** Resolves when the frames are sent to the platform. */
  post(page: PollingPage, frames: readonly string[]): Promise<Result<void, Failure>>;
}
