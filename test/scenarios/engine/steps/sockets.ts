import * as z from 'zod';
import type { Handshake } from '../far-side.ts';
import type { Connection } from '../record.ts';
import { pageNumber, type Stage } from '../stage.ts';
import { code, ms, tab } from '../words.ts';
import { step } from './step.ts';

/** Handshakes, ends of sockets, and the network below them. */

/** One handshake: waits until somebody asks, and until it is open where it opens later. */
async function shake(stage: Stage, how: Handshake, page: unknown): Promise<void> {
  const taken = stage.far.nextHandshake(how, pageNumber(page));
  if (!(await stage.await('a handshake', () => taken() !== undefined))) return;
  if (typeof how === 'object') await stage.pass(how.acceptAfterMs);
  await stage.settle();
}

async function shakeAll(stage: Stage, how: Handshake, page: unknown, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await shake(stage, how, page);
}

/** The sockets that an end of the connection is about. */
function cutOff({ far, chronicle }: Stage, which: 'current' | 'all', page: unknown): Connection[] {
  if (which === 'all') {
    return chronicle.connections.filter((it) => it.openedAt !== undefined && it.end?.by !== 'server');
  }
  const current = far.current(pageNumber(page));
  return current ? [current] : [];
}

function end(stage: Stage, connections: readonly Connection[], closeCode: number, reason: string) {
  stage.happened(closeCode === 1006 ? 'drop' : 'close');
  for (const it of connections) stage.far.cut(it, closeCode, reason);
  return stage.settle();
}

const beside = { tab: tab.optional(), times: z.int().min(1).optional() };

export const sockets = {
  ws: [
    step({ ws: z.enum(['accept', 'refuse', 'hang']), ...beside }, (it, stage) =>
      shakeAll(stage, it.ws, it.tab, it.times),
    ),
    step({ ws: z.literal('accept_after'), ms, ...beside }, (it, stage) =>
      shakeAll(stage, { acceptAfterMs: it.ms }, it.tab, it.times),
    ),
    // spec messaging §3: a browser cannot see the status; whoever asks the relay is told by `session_status`.
    step({ ws: z.literal('reject'), status: z.int().min(400).max(599), ...beside }, (it, stage) =>
      shakeAll(stage, 'refuse', it.tab, it.times),
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
    ({ close, tab: page }, stage) => {
      const it = typeof close === 'number' ? { code: close } : close;
      const which = page === 'all' || ('all' in it && it.all) ? 'all' : 'current';
      return end(stage, cutOff(stage, which, page), it.code, ('reason' in it && it.reason) || '');
    },
  ),
  drop: step({ drop: z.enum(['tcp', 'all']), tab: tab.optional() }, ({ drop, tab: page }, stage) =>
    end(stage, cutOff(stage, drop === 'all' || page === 'all' ? 'all' : 'current', page), 1006, ''),
  ),
  drop_all: step({ drop_all: z.literal(true) }, (_, stage) =>
    end(stage, cutOff(stage, 'all', undefined), 1006, ''),
  ),
  expect_close: step(
    { expect_close: z.union([z.array(code).min(1), code, z.literal(true)]), tab: tab.optional() },
    async ({ expect_close: codes, tab: page }, stage) => {
      const latest = () =>
        stage.chronicle.connections.findLast((it) => it.page === (pageNumber(page) ?? it.page));
      await stage.await('the client to close', () => latest()?.end?.by === 'client');
      const found = latest()?.end?.code;
      const isAsExpected = codes === true || [codes].flat().includes(found ?? 0);
      if (found !== undefined && !isAsExpected)
        stage.fault(`expect_close: expected ${codes}, found ${found}`);
    },
  ),
  net: step(
    { net: z.enum(['online', 'offline']), tab: tab.optional() },
    async ({ net, tab: page }, stage) => {
      stage.chronicle.networkNews.push({ at: stage.now(), news: net });
      stage.happened(net);
      for (const it of stage.pagesOf({ tab: page ?? 'all' })) {
        const number = stage.pages.indexOf(it) + 1;
        for (const news of await it.drive([{ do: 'network', isOnline: net === 'online' }]))
          stage.far.hear(number, news);
      }
      await stage.settle();
    },
  ),
};
