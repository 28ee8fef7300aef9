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

  /** The messages with these fields as they reach the platform, and their count. */
  async function forwardedFields(...fields: readonly Record<string, string>[]) {
    const proxy = await start('mask');
    const { visitor, platformSocket } = await proxy.connect(await proxy.create());
    const received: Record<string, string>[] = [];
    const all = new Promise<void>((resolve) => {
      platformSocket.on('message', (content) => {
        received.push(JSON.parse(content.toString()).metadata.custom);
        if (received.length === fields.length) resolve();
      });
    });
    for (const custom of fields) visitor.send(message('Hello', custom));
    await all;
    const metrics = (await proxy.call('/metrics', as('read'))).text;
    return { received, counted: /^foyer_messages_masked_total (\d+)$/m.exec(metrics)?.[1] };
  }

  it('S-143: masks the fields of a page, and counts a message once', async () => {
    const page = { cart: CARD, note: 'password: xyz', [CARD.replaceAll(' ', '')]: 'a', plan: 'gold' };
    expect(await forwardedFields({ client_event_id: 'm1', ...page })).toEqual({
      received: [
        { cart: '●●●● 4242', note: 'password: ●●●●', plan: 'gold', client_event_id: 'm1', local_id: 'm1' },
      ],
      counted: '1',
    });
  });

  it('S-143: replaces an id in which something is found, unless it is a UUID', async () => {
    const uuid = '42424242-4242-4242-8abc-abcdefabcdef';
    const { received, counted } = await forwardedFields(
      { client_event_id: CARD.replaceAll(' ', '-') },
      { client_event_id: CARD.replaceAll(' ', '-'), local_id: 'm2' },
      { local_id: uuid },
    );
    const random = expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect([received, counted]).toEqual([
      [
        { client_event_id: random, local_id: random },
        { client_event_id: 'm2', local_id: 'm2' },
        { client_event_id: uuid, local_id: uuid },
      ],
      '2',
    ]);
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
