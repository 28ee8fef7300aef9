import { type Answer, defaultTo, operationOf, type Reply, responseTo } from './answers.ts';
import type { News, Order } from './page.ts';
import type { Chronicle, RelayCall } from './record.ts';
import type { Upstream } from './upstream.ts';

/** Answers the calls of the relay: by the script, by the real relay where it is looked at, else as it does by default. */
export interface RelayDesk {
  called(page: number, call: News & { readonly is: 'call' }): void;
  aborted(page: number, news: News & { readonly is: 'aborted' }): void;
  answer(operation: string, reply: Reply, times: number): void;
  /** Gives waiting calls what there is for them by now. */
  answerWaiting(): void;
  /** Calls that the real relay is working on. */
  working(): readonly Promise<void>[];
}

interface Surroundings {
  readonly chronicle: Chronicle;
  readonly upstream: Upstream | null;
  now(): number;
  later(inMs: number, run: () => void): void;
  isExpected(what: 'relay', operation: string, page: number): boolean;
  order(page: number, order: Order): void;
}

export function createRelayDesk({
  chronicle,
  upstream,
  now,
  later,
  isExpected,
  order,
}: Surroundings): RelayDesk {
  const replies = new Map<string, { readonly reply: Reply; times: number }[]>();
  const unanswered: RelayCall[] = [];
  const atWork = new Set<Promise<void>>();

  function take({ operation, page, url }: RelayCall): Reply | undefined {
    const queue = replies.get(operation) ?? [];
    const [first] = queue;
    if (!first) return isExpected('relay', operation, page) ? undefined : defaultTo(operation, url);
    first.times -= 1;
    if (first.times <= 0) queue.shift();
    return first.reply;
  }

  function answerWaiting(): void {
    for (const call of unanswered.splice(0)) {
      if (call.isAborted) continue;
      const reply = take(call);
      if (reply === undefined) unanswered.push(call);
      else if (reply !== 'hang') answerTo(call, reply);
    }
  }

  function answerTo(call: RelayCall, reply: Answer | 'refuse'): void {
    const give = () => {
      if (call.isAborted) return;
      call.endedAt = now();
      if (reply === 'refuse') return order(call.page, { do: 'unanswered', call: call.call });
      order(call.page, { do: 'answered', call: call.call, ...responseTo(call.operation, reply) });
    };
    const delay = reply === 'refuse' ? 0 : (reply.delay_ms ?? 0);
    if (delay > 0) later(delay, give);
    else give();
  }

  function called(page: number, { call, method, url, body, at }: News & { is: 'call' }): void {
    const made: RelayCall = {
      page,
      call,
      operation: operationOf(method, url),
      url,
      at,
      body,
    };
    chronicle.calls.push(made);
    if (!upstream || made.operation === 'config') {
      unanswered.push(made);
      return answerWaiting();
    }
    const scripted = upstream.scripted(made.operation);
    if (scripted) return scripted === 'hang' ? undefined : answerTo(made, scripted);
    const work = upstream.relay(made.operation, method, url, body).then((answer) => {
      made.endedAt = now();
      if (!made.isAborted) order(page, { do: 'answered', call, ...answer });
      atWork.delete(work);
    });
    atWork.add(work);
  }

  return {
    called,
    answerWaiting,
    working: () => [...atWork],
    aborted(page, { call: number, at }) {
      const call = chronicle.calls.find((it) => it.page === page && it.call === number);
      if (call && call.endedAt === undefined) Object.assign(call, { endedAt: at, isAborted: true });
    },
    answer(operation, reply, times) {
      replies.set(operation, [...(replies.get(operation) ?? []), { reply, times }]);
    },
  };
}
