import * as z from 'zod';
import type { Handshake } from '../backend.ts';
import { type PlayContext, pageNumber } from '../play-context.ts';
import type { Connection } from '../recording.ts';
import { code, ms, tab } from '../vocabulary.ts';
import { step } from './step.ts';

/** Steps about handshakes, the ends of sockets and the network. */

/** Answers one handshake: waits for it and, with a delay, until the socket is open. */
async function answerHandshake(context: PlayContext, how: Handshake, page: unknown): Promise<void> {
  const taken = context.backend.nextHandshake(how, pageNumber(page));
  if (!(await context.await('a handshake', () => taken() !== undefined))) return;
  if (typeof how === 'object') await context.advance(how.acceptAfterMs);
  await context.settle();
}

async function answerHandshakes(
  context: PlayContext,
  how: Handshake,
  page: unknown,
  times = 1,
): Promise<void> {
  for (let i = 0; i < times; i++) await answerHandshake(context, how, page);
}

/** Connections that a closing step concerns. */
function connectionsToClose(
  { backend, recording }: PlayContext,
  which: 'current' | 'all',
  page: unknown,
): Connection[] {
  if (which === 'all') {
    return recording.connections.filter(
      (connection) => connection.openedAt !== undefined && connection.end?.by !== 'server',
    );
  }
  const current = backend.current(pageNumber(page));
  return current ? [current] : [];
}

function end(context: PlayContext, connections: readonly Connection[], closeCode: number, reason: string) {
  context.momentReached(closeCode === 1006 ? 'drop' : 'close');
  for (const it of connections) context.backend.close(it, closeCode, reason);
  return context.settle();
}

const commonKeys = { tab: tab.optional(), times: z.int().min(1).optional() };

export const sockets = {
  ws: [
    step({ ws: z.enum(['accept', 'refuse', 'hang']), ...commonKeys }, (step, context) =>
      answerHandshakes(context, step.ws, step.tab, step.times),
    ),
    step({ ws: z.literal('accept_after'), ms, ...commonKeys }, (step, context) =>
      answerHandshakes(context, { acceptAfterMs: step.ms }, step.tab, step.times),
    ),
    // M-3.8: a browser cannot see the status; a client that asks the relay is told by `session_status`.
    step({ ws: z.literal('reject'), status: z.int().min(400).max(599), ...commonKeys }, (step, context) =>
      answerHandshakes(context, 'refuse', step.tab, step.times),
    ),
  ],
  close: step(
    {
      close: z.union([
        code,
        z.strictObject({ code, reason: z.string().optional(), all: z.literal(true).optional() }),
      ]),
      tab: tab.optional(),
    },
    ({ close, tab: page }, context) => {
      const it = typeof close === 'number' ? { code: close } : close;
      const which = page === 'all' || ('all' in it && it.all) ? 'all' : 'current';
      return end(
        context,
        connectionsToClose(context, which, page),
        it.code,
        ('reason' in it && it.reason) || '',
      );
    },
  ),
  drop: step({ drop: z.enum(['tcp', 'all']), tab: tab.optional() }, ({ drop, tab: page }, context) =>
    end(
      context,
      connectionsToClose(context, drop === 'all' || page === 'all' ? 'all' : 'current', page),
      1006,
      '',
    ),
  ),
  drop_all: step({ drop_all: z.literal(true) }, (_, context) =>
    end(context, connectionsToClose(context, 'all', undefined), 1006, ''),
  ),
  expect_close: step(
    { expect_close: z.union([z.array(code).min(1), code, z.literal(true)]), tab: tab.optional() },
    async ({ expect_close: codes, tab: page }, context) => {
      const latest = () =>
        context.recording.connections.findLast(
          (connection) => connection.page === (pageNumber(page) ?? connection.page),
        );
      await context.await('the client to close', () => latest()?.end?.by === 'client');
      const found = latest()?.end?.code;
      const isAsExpected = codes === true || [codes].flat().includes(found ?? 0);
      if (found !== undefined && !isAsExpected)
        context.fail(`expect_close: expected ${codes}, found ${found}`);
    },
  ),
  net: step(
    { net: z.enum(['online', 'offline']), tab: tab.optional() },
    async ({ net, tab: page }, context) => {
      context.recording.networkChanges.push({ at: context.now(), state: net });
      context.momentReached(net);
      for (const it of context.pagesOf({ tab: page ?? 'all' })) {
        const number = context.pages.indexOf(it) + 1;
        for (const event of await it.execute([{ do: 'network', isOnline: net === 'online' }]))
          context.backend.receive(number, event);
      }
      await context.settle();
    },
  ),
};
