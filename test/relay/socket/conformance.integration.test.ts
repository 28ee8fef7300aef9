import { afterEach, describe, expect, it } from 'vitest';
import { socketUrl } from '../../../src/protocol/relay.ts';
import { checkConformance, codeOf } from '../../support/websocket/check-conformance.ts';
import { CONFORMANCE, type ConformanceCase, isClosing } from '../../support/websocket/conformance.ts';
import { CLOSE, openRawClient, type RawEnd } from '../../support/websocket/raw-end.ts';
import { SHOP, until } from '../support/bench.ts';
import { message, type ProxyBench, useProxy } from '../support/proxy.ts';

const open = useProxy();
/** The ends that are written by hand. A relay that closes would wait for their answers. */
const ends: RawEnd[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.destroy();
});
const textOf = (frame: string): string | undefined => JSON.parse(frame).payload?.text;

/** A visitor whose frames are written by hand. */
async function openRawVisitor({ create, upstream, clock }: ProxyBench) {
  const nth = upstream.accepted.length;
  const raw = await openRawClient(socketUrl(await create(), 0), { Origin: SHOP });
  ends.push(raw);
  await until(() => raw.frames.length > 0);
  const platformSocket = upstream.accepted[nth];
  if (!platformSocket) throw new Error('the relay did not connect to the platform');
  const received: string[] = [];
  platformSocket.on('message', (content) => received.push(content.toString()));
  // The history is complete.
  clock.advance(250);
  return { raw, received, platformSocket };
}

/** A platform whose frames are written by hand. */
async function openRawPlatform({ create, handshake, upstream }: ProxyBench) {
  upstream.replySocket('raw');
  const visitor = await handshake(await create());
  if (typeof visitor === 'number') throw new Error(`refused with ${visitor}`);
  await until(() => visitor.frames.length > 0);
  const raw = upstream.raw.at(-1) as RawEnd;
  ends.push(raw);
  return { visitor, raw };
}

/** The code that the visitor gets: that of the platform, or 1011 when the platform broke the rules. */
function codeForVisitor({ frames, outcome }: ConformanceCase): number | undefined {
  if (!isClosing(outcome)) return undefined;
  const sent = frames((text) => Buffer.from(text), { fragments: 9, bytes: 9 }).find(
    ({ opcode }) => opcode === CLOSE,
  );
  const code = sent && codeOf(Buffer.from(sent.payload ?? []));
  return code === outcome.closes ? (code ?? 1005) : 1011;
}

describe('S-78: the sockets of a relay', () => {
  it.each(CONFORMANCE)('S-78: reads %s of a visitor as RFC 6455 says', async (_, cases) => {
    const proxy = await open();
    for (const it of cases) {
      const { raw, received } = await openRawVisitor(proxy);
      await checkConformance(it, {
        raw,
        limits: { fragments: 64, bytes: 131_072 },
        encode: (text) => Buffer.from(JSON.stringify(message(text, { client_event_id: 'one' }))),
        texts: () => received.flatMap((frame) => textOf(frame) ?? []),
      });
    }
  });

  it.each(CONFORMANCE)(
    'S-78: reads %s of the platform as RFC 6455 says, and blames no visitor',
    async (_, cases) => {
      const proxy = await open();
      for (const it of cases) {
        const { raw, visitor } = await openRawPlatform(proxy);
        await checkConformance(it, {
          raw,
          limits: { fragments: 2_048, bytes: 8_388_608 },
          encode: (text) => Buffer.from(JSON.stringify({ type: 'EVENT_TYPE_X', payload: { text } })),
          texts: () => visitor.frames.flatMap((frame) => textOf(frame) ?? []),
        });
        if (!isClosing(it.outcome)) continue;
        expect([it.name, (await visitor.closed).code]).toEqual([it.name, codeForVisitor(it)]);
      }
    },
  );

  it('S-78: never sends a code that must not be sent', async () => {
    const proxy = await open();
    const broken = await openRawVisitor(proxy);
    broken.platformSocket.terminate();
    const silent = await openRawVisitor(proxy);
    silent.platformSocket.close();
    const left = await openRawPlatform(proxy);
    left.visitor.socket.terminate();
    const closes = await Promise.all([broken, silent, left].map(({ raw }) => raw.ended));
    expect(closes.map((close) => close && codeOf(close.payload))).toEqual([undefined, null, 1001]);
  });
});
