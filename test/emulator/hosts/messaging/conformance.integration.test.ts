import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { checkConformance } from '../../../support/websocket/check-conformance.ts';
import { CONFORMANCE } from '../../../support/websocket/conformance.ts';
import { openRawClient, TEXT } from '../../../support/websocket/raw-end.ts';
import { NO_WAIT, newSession, socketUrl } from '../../support/visitor.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ pace: NO_WAIT });
});
afterAll(() => emulator.close());

it.each(CONFORMANCE)('S-78: reads %s as RFC 6455 says', async (_, cases) => {
  for (const it of cases) {
    const { id, token } = await newSession(emulator);
    const raw = await openRawClient(socketUrl(emulator, { session_id: id, access_token: token }));
    const texts = () =>
      raw.frames
        .filter(({ opcode }) => opcode === TEXT)
        .map(({ payload }) => JSON.parse(payload.toString()))
        .flatMap(({ type, payload }) => (type === 'EVENT_TYPE_USER_MESSAGE' ? [payload.text as string] : []));
    await checkConformance(it, {
      raw,
      limits: { fragments: 64, bytes: 131_072 },
      encode: (text) => Buffer.from(JSON.stringify({ type: 'EVENT_TYPE_USER_MESSAGE', payload: { text } })),
      texts,
    });
    raw.destroy();
  }
  expect(cases.length).toBeGreaterThan(4);
});
