import type { Challenged, RelayAnswer } from '../model/session.ts';
import type { InputBody } from '../model/state.ts';
import type { Performers } from './effects.ts';
import type { Ports } from './ports.ts';
import type { RelayClient } from './relay-client.ts';

export interface RelayCalls {
  readonly performers: Performers<'call-relay' | 'check-session' | 'abort-call' | 'delete-session'>;
  /** M-11.11: reports ended sessions to the relay as soon as the browser is online. */
  flushDeletes(): void;
  abortAll(): void;
}

/** The calls of a chat to its relay, by number. Each answer is an input, unless the call was aborted. */
export function createRelayCalls(
  relay: RelayClient,
  { store, environment }: Pick<Ports, 'store' | 'environment'>,
  dispatch: (input: InputBody) => void,
): RelayCalls {
  const calls = new Map<number, AbortController>();
  /** Ended sessions that may not have been reported to the relay. */
  const pendingDeletes = new Set<string>();

  function aborterOf(call: number): AbortSignal {
    const aborter = new AbortController();
    calls.set(call, aborter);
    return aborter.signal;
  }

  async function answered(call: number, answer: RelayAnswer | Promise<RelayAnswer>): Promise<void> {
    const it = await answer;
    if (calls.delete(call)) dispatch({ type: 'relay-answered', call, answer: it });
  }

  /** When pages open at the same time, the first one creates a session and the others find it in the store. */
  function create(call: number, signal: AbortSignal, challenged: Challenged | undefined): void {
    store.exclusively(() => {
      const sessionId = store.read();
      return answered(
        call,
        sessionId === null ? relay.create(signal, challenged) : { type: 'created-elsewhere', sessionId },
      );
    }, signal);
  }

  function flushDeletes(): void {
    if (!environment.isOnline()) return;
    for (const sessionId of pendingDeletes) relay.delete(sessionId);
    pendingDeletes.clear();
  }

  return {
    performers: {
      'call-relay'({ call, purpose, challenged }) {
        const signal = aborterOf(call);
        if (purpose.type === 'create') create(call, signal, challenged);
        else void answered(call, relay.resume(purpose.sessionId, signal));
      },
      'check-session': ({ call, sessionId }) => void answered(call, relay.state(sessionId, aborterOf(call))),
      'abort-call'({ call }) {
        calls.get(call)?.abort();
        calls.delete(call);
      },
      'delete-session'({ sessionId }) {
        relay.delete(sessionId);
        // M-12.4: `offline` may be wrong. A second call changes nothing.
        if (!environment.isOnline()) pendingDeletes.add(sessionId);
      },
    },
    flushDeletes,
    abortAll() {
      for (const aborter of calls.values()) aborter.abort();
      calls.clear();
    },
  };
}
