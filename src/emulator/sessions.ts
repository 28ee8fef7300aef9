import { randomUUID } from 'node:crypto';
import { createEmitter } from '../base/emitter.ts';
import { MAX_FRAME_BYTES, RECONNECT_ATTEMPTS_DEFAULT } from '../protocol/limits.ts';
import { AT_ONCE } from './agent/tempo.ts';
import type { Happening } from './happening.ts';
import type { NewSession } from './journal.ts';
import { createLiveSession, type LiveSession } from './live-session.ts';
import { newEvent } from './new-event.ts';
import type { SessionPorts } from './session-ports.ts';

/** All sessions of the platform. Those that are not over are in memory, every one is in the journal. */
export interface Sessions {
  create(session: Omit<NewSession, 'id' | 'at'> & Partial<Pick<NewSession, 'id'>>): string;
  /** Undefined when the session never was or is over. */
  live(id: string): LiveSession | undefined;
  all(): readonly LiveSession[];
  /** Calls the listener with everything that happens from now on; the returned function ends that. */
  watch(listener: (happening: Happening) => void): () => void;
  /** May be called twice. */
  dispose(): void;
}

const HEARTBEAT_SECONDS = 30;

export function openSessions(
  ports: Omit<SessionPorts, 'onEnd' | 'tell'> & { readonly log: (line: string) => void },
): Sessions {
  const { journal, clock, log } = ports;
  const open = new Map<string, LiveSession>();
  const happenings = createEmitter<{ something: Happening }>();

  /** Takes a session of the journal up again; one that was idle too long meanwhile ends here. */
  function revive(id: string) {
    const stored = journal.session(id);
    if (stored === undefined || stored.isOver) return;
    const onEnd: SessionPorts['onEnd'] = (reason) => {
      open.delete(id);
      log(`session ${nameOf(id)} ended (${reason})`);
    };
    // A debug chat is told what comes of a turn in the answer to it.
    const pace = stored.isDebugChat ? AT_ONCE : ports.pace;
    // Nor could it wait for a person.
    const isDeskStaffed = () => !stored.isDebugChat && ports.isDeskStaffed();
    const tell = (happening: Happening) => happenings.emit('something', happening);
    const session = createLiveSession(stored, { ...ports, pace, isDeskStaffed, tell, onEnd });
    if (!session.isOver()) open.set(id, session);
  }

  for (const id of journal.openSessionIds()) revive(id);

  return {
    create({ id = randomUUID(), ...session }) {
      const { streaming, platform } = session;
      const at = clock.now();
      // spec messaging §6: the first event of every history.
      const start = newEvent(at, {
        kind: 'sessionStart',
        capabilities: {
          streaming,
          maxMessageSizeBytes: MAX_FRAME_BYTES,
          maxReconnectAttempts: RECONNECT_ATTEMPTS_DEFAULT,
          heartbeatIntervalSeconds: HEARTBEAT_SECONDS,
        },
      });
      journal.createSession({ ...session, id, at }, start);
      revive(id);
      log(`session ${nameOf(id)} created (${platform}, streaming ${streaming ? 'on' : 'off'})`);
      return id;
    },
    live: (id) => open.get(id),
    all: () => [...open.values()],
    watch: (listener) => happenings.on('something', listener),
    dispose() {
      happenings.clear();
      for (const session of open.values()) session.dispose();
      open.clear();
    },
  };
}

/** How a session is called in the log: the whole id is half of the way in. */
export const nameOf = (id: string): string => id.slice(0, 8);
