import { type Answer, defaultAnswer, operationOf, type Reply, responseTo } from './answers.ts';
import type { PageCommand, PageEvent } from './page.ts';
import type { Recording, RelayCall } from './recording.ts';
import type { Upstream } from './upstream.ts';

/** Answers relay calls: by the script, by the real relay when the scenario checks it, else with defaults. */
export interface ScriptedRelay {
  called(page: number, call: PageEvent & { readonly is: 'call' }): void;
  aborted(page: number, event: PageEvent & { readonly is: 'aborted' }): void;
  answer(operation: string, reply: Reply, times: number): void;
  /** Answers waiting calls for which there is an answer now. */
  answerWaiting(): void;
  /** Pending calls of the real relay. */
  pendingCalls(): readonly Promise<void>[];
  /** Answers that nothing asked for. */
  unused(): string[];
}

interface ScriptedRelayDependencies {
  readonly recording: Recording;
  readonly upstream: Upstream | null;
  now(): number;
  schedule(inMs: number, run: () => void): void;
  isExpected(what: 'relay', operation: string, page: number): boolean;
  command(page: number, command: PageCommand): void;
}

export function createScriptedRelay({
  recording,
  upstream,
  now,
  schedule,
  isExpected,
  command,
}: ScriptedRelayDependencies): ScriptedRelay {
  const replies = new Map<string, { readonly reply: Reply; readonly of: number; times: number }[]>();
  const unanswered: RelayCall[] = [];
  const held: { readonly made: RelayCall; readonly method: string }[] = [];
  const pending = new Set<Promise<void>>();

  function nextReply({ operation, page, url }: RelayCall): Reply | undefined {
    const queue = replies.get(operation) ?? [];
    const [first] = queue;
    if (!first) return isExpected('relay', operation, page) ? undefined : defaultAnswer(operation, url);
    first.times -= 1;
    if (first.times <= 0) queue.shift();
    return first.reply;
  }

  function answerWaiting(): void {
    if (upstream) askRelay(upstream);
    for (const call of unanswered.splice(0)) {
      if (call.isAborted) continue;
      const reply = nextReply(call);
      if (reply === undefined) unanswered.push(call);
      else if (reply !== 'hang') answerTo(call, reply);
    }
  }

  function answerTo(call: RelayCall, reply: Answer | 'refuse'): void {
    const respond = () => {
      if (call.isAborted) return;
      call.endedAt = now();
      if (reply === 'refuse') return command(call.page, { do: 'unanswered', call: call.call });
      command(call.page, { do: 'answered', call: call.call, ...responseTo(call.operation, reply) });
    };
    const delay = reply === 'refuse' ? 0 : (reply.delay_ms ?? 0);
    if (delay > 0) schedule(delay, respond);
    else respond();
  }

  function called(page: number, { call, method, url, body, at }: PageEvent & { is: 'call' }): void {
    const made: RelayCall = {
      page,
      call,
      operation: operationOf(method, url),
      url,
      at,
      body,
    };
    recording.calls.push(made);
    if (!upstream || made.operation === 'config') {
      unanswered.push(made);
      return answerWaiting();
    }
    held.push({ made, method });
    askRelay(upstream);
  }

  /** Passes calls on to the real relay. A call waits for a later step that says what the answer must be. */
  function askRelay(relay: Upstream): void {
    for (const waiting of held.splice(0)) {
      const { operation, page, isAborted } = waiting.made;
      if (isAborted) continue;
      if (!relay.isExpecting(operation) && isExpected('relay', operation, page)) held.push(waiting);
      else pass(relay, waiting);
    }
  }

  function pass(relay: Upstream, { made, method }: (typeof held)[number]): void {
    const { page, call, operation, url, body } = made;
    const scripted = relay.scripted(operation);
    if (scripted) return scripted === 'hang' ? undefined : answerTo(made, scripted);
    const work = relay.relay(operation, method, url, body).then((answer) => {
      made.endedAt = now();
      if (!made.isAborted) command(page, { do: 'answered', call, ...answer });
      pending.delete(work);
    });
    pending.add(work);
  }

  return {
    called,
    answerWaiting,
    pendingCalls: () => [...pending],
    unused: () =>
      [...replies].flatMap(([operation, queue]) =>
        queue.flatMap(({ of, times }) => (times === of ? [`relay ${operation}`] : [])),
      ),
    aborted(page, { call: number, at }) {
      const call = recording.calls.find((item) => item.page === page && item.call === number);
      if (call && call.endedAt === undefined) Object.assign(call, { endedAt: at, isAborted: true });
    },
    answer(operation, reply, times) {
      replies.set(operation, [...(replies.get(operation) ?? []), { reply, of: times, times }]);
    },
  };
}
