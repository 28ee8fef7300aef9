import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Chat, createChat } from '../../../src/chat/index.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import { createTestEnvironment } from '../../../src/testing/environment.ts';
import { sharedStorage } from '../../support/page-storage.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { SHOP } from '../support/bench.ts';
import { message, useProxy } from '../support/proxy.ts';

const CARD = '4242 4242 4242 4242';

describe('the guard of a site, in proxy mode', () => {
  const open = useProxy();
  const closings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  /** A relay whose site has this guard. */
  const start = (guard: 'warn' | 'mask' | 'off' | undefined, env: Record<string, string> = {}) =>
    open({
      env: { ...ADMIN_ENV, ...env },
      config: { widget: { header: { text: 'Shop' }, default_locale: 'en', guard } },
    });

  /** The visitor's texts as they reach the platform, and the number that is counted. */
  async function forwarded(guard: Parameters<typeof start>[0]): Promise<unknown> {
    const proxy = await start(guard);
    const { visitor, platformSocket } = await proxy.connect(await proxy.create());
    const received: string[] = [];
    const all = new Promise<void>((resolve) => {
      platformSocket.on('message', (content) => {
        received.push(JSON.parse(content.toString()).payload.text);
        if (received.at(-1) === 'Bye') resolve();
      });
    });
    for (const [nth, text] of [`My card: ${CARD}`, 'password: xyz', '●●●● 4242', 'Bye'].entries())
      visitor.send(message(text, { client_event_id: `m${nth}` }));
    await all;
    const metrics = (await proxy.call('/metrics', as('read'))).text;
    return [received, /^foyer_messages_masked_total (\d+)$/m.exec(metrics)?.[1]];
  }

  it('S-122: masks messages before they reach the platform, and counts them', async () => {
    expect(await forwarded('mask')).toEqual([
      ['My card: ●●●● 4242', 'password: ●●●●', '●●●● 4242', 'Bye'],
      '2',
    ]);
  });

  it.each(['warn', 'off', undefined] as const)('forwards messages as they are with %s', async (guard) => {
    expect(await forwarded(guard)).toEqual([[`My card: ${CARD}`, 'password: xyz', '●●●● 4242', 'Bye'], '0']);
  });

  it('confirms a masked message to the client that has sent it', async () => {
    const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
    closings.push(emulator.close);
    const { url, clock } = await start('mask', {
      FOYER_MESSAGING_URL: emulator.messagingUrl,
      FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
      FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
    });
    const chat: Chat = createChat({
      relay: url,
      origin: SHOP,
      WebSocket,
      ports: {
        store: sharedStorage(null).openPage(),
        environment: createTestEnvironment(),
      },
    });
    closings.push(chat.dispose);
    const own = () =>
      chat.transcript.value.flatMap((entry) =>
        entry.kind === 'message' && entry.author === 'user' ? [[entry.text, entry.delivery]] : [],
      );
    chat.send(`My card: ${CARD}`);
    const before = own();
    await expect
      .poll(() => {
        // The relay's wait for the history.
        clock.advance(250);
        return own();
      })
      .toEqual([['My card: ●●●● 4242', 'sent']]);
    expect(before).toEqual([[`My card: ${CARD}`, 'sending']]);
  });
});
