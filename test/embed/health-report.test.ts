import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VERSION } from '../../src/base/version.ts';
import { fetchConfig } from '../../src/embed/fetch-config.ts';
import { nextTask } from '../../src/embed/next-task.ts';
import { mountPanel } from '../../src/embed/panel.ts';
import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
// Loaded beforehand, so that no test waits for it.
import '../../src/widget/health/report-health.ts';
import * as restParts from '../../src/widget/rest/rest-parts.ts';
import * as seldomParts from '../../src/widget/seldom/seldom-parts.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScriptedChat, message } from '../widget/support/scripted-chat.ts';

const CONFIG: WidgetConfig = { header: { text: 'Northwind' }, default_locale: 'en' };
const RELAY = 'https://health.example';
const GATE = { required: true, text: { en: 'May we?' } };

let sent: { readonly url: string; readonly init: RequestInit }[] = [];
const panels: { dispose(): void }[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // Other tests leave panels in this document.
    if (String(url).startsWith(RELAY)) sent.push({ url, init });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  for (const panel of panels.splice(0)) panel.dispose();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The reports so far, without the version. */
const reports = () =>
  sent.map(({ init }) => {
    const { version, ...counts } = JSON.parse(String(init.body));
    return version === VERSION ? counts : version;
  });

async function openPage(config: WidgetConfig = CONFIG) {
  const mountPoint = document.createElement('div');
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).append(mountPoint);
  document.body.append(host);
  const chat = createScriptedChat();
  chat.connection.value = 'idle';
  const clock = createFakeClock();
  const panel = mountPanel(
    {
      host,
      mountPoint,
      options: { relay: `${RELAY}/` },
      config,
      launcher: document.createElement('button'),
      nameLauncher: () => {},
      emit: () => true,
      pageContext: () => undefined,
      onContextRequired: () => null,
      open: () => {},
      close: () => {},
    },
    {
      createChat: () => chat,
      clock,
      fetchConfig,
      importLazy: async () => restParts,
      importSeldom: async () => seldomParts,
    },
  );
  panels.push(panel);
  const say = async (id: string) => {
    chat.add(message({ id, author: 'user', delivery: 'sending' }));
    await Promise.resolve();
  };
  const connect = async (inMs: number) => {
    panel.setOpen(true, false);
    chat.connection.value = 'connecting';
    clock.advance(inMs);
    chat.connection.value = 'online';
    await loaded();
  };
  return { chat, clock, panel, say, connect };
}

/** The modules are loaded already, so that a few promises suffice. */
async function loaded() {
  for (let turn = 0; turn < 20; turn++) await nextTask();
}

const leave = () => window.dispatchEvent(new Event('pagehide'));

function hide() {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
}

describe('M-14.18: the report of a page', () => {
  it('M-14.18: posts once what a visitor has seen, as text without a cookie', async () => {
    const { chat, clock, connect, say } = await openPage();
    await connect(820);
    await say('m1');
    clock.advance(900);
    chat.add(message({ id: 'a1', author: 'agent', text: 'It', streaming: true }));
    clock.advance(5_000);
    chat.change('a1', { streaming: false });
    hide();
    leave();
    leave();
    expect(reports()).toEqual([{ opened: 'usable', usable_ms: 820, first_word_ms: 900 }]);
    expect(sent.map(({ url, init: { body, ...init } }) => [url, { ...init }])).toEqual([
      [`${RELAY}/chat/health`, { method: 'POST', keepalive: true, credentials: 'omit' }],
    ]);
  });

  it('M-14.18: posts only news when a page that came back is hidden again', async () => {
    const { chat, connect, say } = await openPage();
    await connect(100);
    hide();
    await say('m1');
    chat.change('m1', { delivery: 'failed' });
    chat.connection.value = 'reconnecting';
    chat.connection.value = 'online';
    await loaded();
    hide();
    leave();
    expect(reports()).toEqual([
      { opened: 'usable', usable_ms: 100 },
      { reconnects: 1, failed: 1 },
    ]);
  });

  it('M-14.18: a site outside of its hours is no failure, and reports nothing', async () => {
    const { chat, clock } = await openPage();
    chat.trouble.value = { code: 'closed', canRetry: false };
    chat.connection.value = 'failed';
    clock.advance(20_000);
    hide();
    leave();
    expect(reports()).toEqual([]);
  });

  it('M-14.18: counts a failed message once, whatever happens to it later', async () => {
    const { chat, connect, say } = await openPage();
    await connect(100);
    await say('m1');
    chat.change('m1', { delivery: 'failed' });
    await loaded();
    chat.change('m1', { delivery: 'sending' });
    chat.change('m1', { delivery: 'failed' });
    await say('m2');
    chat.change('m2', { delivery: 'sent' });
    await loaded();
    leave();
    expect(reports()).toEqual([{ opened: 'usable', usable_ms: 100, failed: 1 }]);
  });

  it('M-14.18: reports a chat that could not connect, with its errors', async () => {
    const { chat, clock, panel } = await openPage();
    panel.setOpen(true, false);
    chat.connection.value = 'connecting';
    clock.advance(3_000);
    chat.connection.value = 'failed';
    chat.trouble.value = { code: 'socket_blocked', canRetry: true };
    await loaded();
    leave();
    expect(reports()).toEqual([{ opened: 'failed', errors: { socket_blocked: 1 } }]);
  });

  it('M-14.18: reports a visitor who left after a long wait', async () => {
    const { chat, clock, panel } = await openPage();
    panel.setOpen(true, false);
    chat.connection.value = 'connecting';
    await loaded();
    clock.advance(15_000);
    await loaded();
    leave();
    expect(reports()).toEqual([{ opened: 'failed' }]);
  });

  it('M-14.18: posts nothing before consent, nor of a chat that was not opened', async () => {
    const gated = await openPage({ ...CONFIG, consent: GATE });
    gated.panel.setOpen(true, false);
    gated.chat.trouble.value = { code: 'unreachable', canRetry: true };
    const unopened = await openPage();
    unopened.chat.connection.value = 'failed';
    unopened.chat.trouble.value = { code: 'unreachable', canRetry: true };
    await loaded();
    hide();
    leave();
    for (const panel of panels.splice(0)) panel.dispose();
    expect(sent).toEqual([]);
  });

  it('M-14.18: names the carrier of a conversation that has ended before the page is left', async () => {
    const { chat, connect } = await openPage();
    chat.carrier.value = 'direct';
    await connect(50);
    chat.carrier.value = 'poll';
    chat.connection.value = 'ended';
    chat.carrier.value = null;
    leave();
    expect(reports()).toEqual([{ opened: 'usable', carrier: 'poll', usable_ms: 50 }]);
  });

  it('M-14.18: posts what is left when the chat is destroyed', async () => {
    const { connect, panel } = await openPage();
    await connect(50);
    panel.dispose();
    leave();
    expect(reports()).toEqual([{ opened: 'usable', usable_ms: 50 }]);
  });

  it.each([
    [0, 0, 0],
    [0.5, 0.499, 1],
    [0.5, 0.5, 0],
    [undefined, 0.999, 1],
  ])('M-14.18: with the share %s a page that draws %s posts %s reports', async (share, drawn, count) => {
    vi.spyOn(Math, 'random').mockReturnValue(drawn);
    const { connect } = await openPage({ ...CONFIG, ...(share !== undefined && { visitor_health: share }) });
    await connect(50);
    leave();
    expect(sent).toHaveLength(count);
  });

  it('M-14.18: keeps its counts while there is no network', async () => {
    const { connect } = await openPage();
    await connect(50);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    leave();
    expect(sent).toEqual([]);
    vi.restoreAllMocks();
    leave();
    expect(reports()).toEqual([{ opened: 'usable', usable_ms: 50 }]);
  });
});
