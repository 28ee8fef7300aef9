import type { Clock } from '../../../base/clock.ts';
import { startDeadline } from '../../../base/deadline.ts';
import type { Dialect } from '../../../protocol/dialect.ts';
import type { OpenUpstream } from '../../../relay/node/outbound/open-socket.ts';
import type { Evidence, Part } from '../evidence/evidence.ts';
import { allEvents } from '../evidence/frames.ts';
import { isForbidden } from '../evidence/verdict.ts';
import { NOBODY, playConversation, playEnd, playResumes } from './conversation.ts';
import { createHttpRecorder, type HttpRecorder, OUT_OF_TIME } from './http.ts';
import { type MessagingTarget, playCrowd, playRefusals, playSessions, socketAddress } from './messaging.ts';
import {
  type BaseTarget,
  type OutboundTarget,
  type PlatformTarget,
  playBase,
  playOutbound,
  playPlatform,
} from './rest.ts';
import { createSocketRecorder } from './sockets.ts';
import { playWrites } from './writes.ts';

/** Addresses and keys of a run. A host without an address is left out. */
export interface Targets {
  readonly messaging: MessagingTarget;
  readonly base: BaseTarget | undefined;
  readonly platform: PlatformTarget | undefined;
  readonly outbound: OutboundTarget | undefined;
}

export interface RecordPorts {
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly open: OpenUpstream;
  /** Told what happens now. */
  tell(line: string): void;
}

export interface RecordOptions {
  /** Messages of the visitor, at least one. */
  readonly says: readonly string[];
  /** True: also calls that change something. */
  readonly writes: boolean;
}

/** The run ends after this time for each message of the visitor, and after this time besides. */
const MESSAGE_MS = 60_000;
const RUN_MS = 300_000;

const UNSET = {
  base: 'it needs FOYER_BASE_URL, FOYER_BASE_API_KEY and FOYER_PROJECT_ID',
  platform: 'it needs FOYER_PLATFORM_URL, FOYER_PLATFORM_API_KEY, FOYER_ACCOUNT_ID and FOYER_PROJECT_ID',
  outbound: 'it needs FOYER_OUTBOUND_URL and FOYER_OUTBOUND_TOKEN',
};

async function recordRest(
  { host, answers }: HttpRecorder,
  { base, platform, outbound }: Targets,
  { writes }: RecordOptions,
  { clock, tell }: RecordPorts,
  dialect: Dialect | undefined,
): Promise<Partial<Record<Part, string>>> {
  if (base ?? platform ?? outbound) tell('reading the REST hosts');
  // One host after the other: the platform may limit calls.
  const baseHost = base && host(base.url);
  if (base && baseHost) await playBase(baseHost, base, platform?.key);
  if (platform) await playPlatform(host(platform.url), platform, clock.now(), base?.key);
  if (outbound) await playOutbound(host(outbound.url), outbound.token, dialect ?? 'service');
  if (writes && base && baseHost) {
    tell('creating, changing and deleting what --write allows');
    await playWrites(baseHost, base, !isForbidden(answers['alert-rules']));
  }
  return {
    ...(!base && { base: UNSET.base, alerts: UNSET.base, writes: UNSET.base }),
    ...(!platform && { platform: UNSET.platform, legacy: UNSET.platform }),
    ...(!outbound && { outbound: UNSET.outbound }),
    ...(base && !writes && { writes: 'it changes something: run with --write' }),
  };
}

/** Plays a client's side against a platform and keeps what came. Never rejects; takes at most five minutes and one for each message. */
export async function record(
  targets: Targets,
  options: RecordOptions,
  ports: RecordPorts,
): Promise<Evidence> {
  const { clock, tell, open } = ports;
  const deadline = startDeadline(
    clock,
    RUN_MS + options.says.length * MESSAGE_MS,
    new AbortController().signal,
  );
  const { signal: stop } = deadline;
  const http = createHttpRecorder({ ...ports, stop });
  const sockets = createSocketRecorder({ clock, open, stop });
  const { url } = targets.messaging;
  const leftOut: Partial<Record<Part, string>> = {};
  let dialect: Dialect | undefined;

  tell('asking for tokens, and for two sessions of its own');
  const own = await playSessions(http.host(url), targets.messaging);
  if (own?.id === undefined) {
    const why = own ? 'no session was created (M-2.2)' : 'no token was issued (M-2.1)';
    Object.assign(leftOut, { sessions: why, conversation: why, end: why });
  } else {
    const session = { id: own.id, token: own.access };
    tell('talking to the agent');
    const address = socketAddress(url, { session_id: session.id, access_token: session.token });
    const line = await sockets.connect('main', address);
    const main = sockets.records['main'];
    if (line && main?.kind === 'opened') {
      const { happenings } = main;
      dialect = await playConversation(line, happenings, options.says);
      tell('opening more sockets');
      await playResumes(sockets, url, session, allEvents(happenings));
      if (!dialect) leftOut.conversation = NOBODY;
      if (stop.aborted) leftOut.conversation = leftOut.end = OUT_OF_TIME;
    } else
      Object.assign(leftOut, { conversation: 'no socket opened (M-3.1)', end: 'no socket opened (M-3.1)' });
    await playRefusals(sockets, url, session, own.other);
    if (line) await playEnd(line, sockets, url, session);
    if (own.second === undefined) leftOut.sessions = 'no second session was created (R-19.1)';
    else await playCrowd(sockets, url, { id: own.second, token: own.access });
  }
  const unset = own ? await recordRest(http, targets, options, ports, dialect) : {};
  deadline.clear();
  return { calls: http.answers, sockets: sockets.records, leftOut: { ...leftOut, ...unset }, dialect };
}
