import { randomUUID } from 'node:crypto';
import { createEmitter } from '../../base/emitter.ts';
import { MAX_FRAME_BYTES, RECONNECT_ATTEMPTS_DEFAULT } from '../../protocol/limits.ts';
import type { NewSession } from '../model/journal.ts';
import { NO_WAIT } from '../model/pace.ts';
import { shortId } from '../model/short-id.ts';
import { createLiveSession, type LiveSession } from './live-session.ts';
import { newEvent } from './new-event.ts';
import type { SessionPorts } from './session-ports.ts';
import type { SessionUpdate } from './session-update.ts';

/** The sessions of the platform. Live ones are in memory. The journal has all of them. */
export interface Sessions {
  create(session: Omit<NewSession, 'id' | 'at'> & Partial<Pick<NewSession, 'id'>>): string;
  /** Undefined when the session does not exist or has ended. */
  live(id: string): LiveSession | undefined;
  all(): readonly LiveSession[];
  /** True if the agent reads behaviour text; the script does not. */
  readonly followsBehavior: boolean;
  /** Calls the listener with every later update. Returns an unsubscribe function. */
  subscribe(listener: (update: SessionUpdate) => void): () => void;
  /** Idempotent. */
  dispose(): void;
}

const HEARTBEAT_SECONDS = 30;

export function openSessions(
  ports: Omit<SessionPorts, 'onEnd' | 'onUpdate'> & {
    readonly log: (line: string) => void;
    /** New sessions ask for a verified context (M-7.10). */
    readonly asksForContext?: boolean;
  },
): Sessions {
  const { journal, clock, log } = ports;
  const open = new Map<string, LiveSession>();
  const updates = createEmitter<{ update: SessionUpdate }>();

  /** Resumes a session of the journal. One that was idle for too long meanwhile ends. */
  function resume(id: string) {
    const stored = journal.session(id);
    if (stored === undefined || stored.isOver) return;
    const onEnd: SessionPorts['onEnd'] = (reason) => {
      open.delete(id);
      log(`session ${shortId(id)} ended (${reason})`);
    };
    // A debug chat gets the answer in the response to its request, so it cannot wait for words or live agents.
    const pace = stored.isDebugChat ? NO_WAIT : ports.pace;
    const isDeskStaffed = () => !stored.isDebugChat && ports.isDeskStaffed();
    const onUpdate = (update: SessionUpdate) => updates.emit('update', update);
    const session = createLiveSession(stored, { ...ports, pace, isDeskStaffed, onUpdate, onEnd });
    if (!session.isOver()) open.set(id, session);
  }

  for (const id of journal.openSessionIds()) resume(id);

  return {
    create({ id = randomUUID(), ...session }) {
      const { streaming, platform } = session;
      const at = clock.now();
      // M-6.1: the first event of every history.
      const start = newEvent(at, {
        kind: 'sessionStart',
        capabilities: {
          streaming,
          maxMessageSizeBytes: MAX_FRAME_BYTES,
          maxReconnectAttempts: RECONNECT_ATTEMPTS_DEFAULT,
          heartbeatIntervalSeconds: HEARTBEAT_SECONDS,
        },
        ...(ports.asksForContext && { contextId: randomUUID() }),
      });
      journal.createSession({ ...session, id, at }, start);
      resume(id);
      log(`session ${shortId(id)} created (${platform}, streaming ${streaming ? 'on' : 'off'})`);
      return id;
    },
    live: (id) => open.get(id),
    all: () => [...open.values()],
    followsBehavior: ports.modelReply !== undefined,
    subscribe: (listener) => updates.on('update', listener),
    dispose() {
      updates.clear();
      for (const session of open.values()) session.dispose();
      open.clear();
    },
  };
}
