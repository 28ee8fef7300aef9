import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Demo, type DemoOptions, runDemo, startDemo } from '../../src/cli/demo.ts';
import { onBase } from '../emulator/hosts/rest/rest-calls.ts';
import { NO_WAIT, newSession, openSocket } from '../emulator/support/visitor.ts';
import { createAwaitableList } from '../support/awaitable-list.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const running: Demo[] = [];
afterEach(async () => {
  for (const demo of running.splice(0)) await demo.close();
});

async function demo(options: DemoOptions = {}): Promise<Demo> {
  const started = await startDemo({ logLevel: 'silent', ...options });
  running.push(started);
  return started;
}

const createSession = (relayUrl: string, origin: string) =>
  fetch(`${relayUrl}/chat/sessions`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: '{}',
  });

/** The data of the first server-sent event. */
async function firstEvent(stream: Response): Promise<unknown> {
  let text = '';
  for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const data = /^data: (.*)\n\n/m.exec(text)?.[1];
    if (data !== undefined) return JSON.parse(data);
  }
  throw new Error('the stream ended without an event');
}

describe('startDemo', () => {
  it('connects the shop to the relay, and the relay to the platform', async () => {
    const { siteUrl, relayUrl, emulator } = await demo();
    expect(await (await fetch(`${siteUrl}/shop/`)).text()).toContain(`src="${relayUrl}/widget.js"`);

    const created = await createSession(relayUrl, siteUrl);
    expect(created.status).toBe(201);
    const grant = await created.json();
    expect(grant).toMatchObject({
      session_id: emulator.sessions()[0],
      websocket_url: `${emulator.messagingUrl.replace('http', 'ws')}/ws`,
      dialect: 'service',
    });
  });

  it('each run has a separate admin key', async () => {
    const [one, other] = [await demo(), await demo()];
    const lint = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const url = `${one.relayUrl}/admin/v1/behavior/lint`;
      return (await fetch(url, { method: 'POST', headers, body: '{"behavior":"Be kind."}' })).status;
    };
    expect([await lint(one.adminKey), await lint(other.adminKey)]).toEqual([200, 401]);
  });

  it('lets only the shop inject faults, and only with the control key of this run', async () => {
    const [one, other] = [await demo(), await demo()];
    const order = async (origin: string, key: string) => {
      const headers = { Origin: origin, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const { url } = await (await fetch(`${one.siteUrl}/shop/control.json`)).json();
      return (await fetch(url, { method: 'POST', headers, body: '{"on":"connection","do":"cut"}' })).status;
    };
    const statuses = [
      order(one.siteUrl, one.controlKey),
      order(one.siteUrl.replace('127.0.0.1', 'localhost'), one.controlKey),
      order(one.siteUrl, other.controlKey),
      order(other.siteUrl, one.controlKey),
      order(one.relayUrl, one.controlKey),
    ];
    expect(await Promise.all(statuses)).toEqual([201, 201, 401, 403, 403]);
  });

  it('sends an alert of its platform as an event of the relay', async () => {
    // The relay uses the system clock and accepts no signature that is older than five minutes.
    const clock = createFakeClock(Date.now() - 60_000);
    const { relayUrl, emulator, adminKey } = await demo({ emulator: { clock, pace: NO_WAIT } });
    const headers = { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' };
    const leaving = new AbortController();
    const stream = await fetch(`${relayUrl}/admin/v1/events`, { headers, signal: leaving.signal });

    const condition = { metric: 'api_errors', operator: '>', threshold_value: 0, window_duration: '5m' };
    const made = await fetch(`${relayUrl}/admin/v1/alert-rules`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Too much to do', ...condition }),
    });
    const rule = await made.json();
    const socket = await openSocket(emulator, await newSession(emulator));
    socket.join();
    await socket.until('agentJoined');
    socket.say('overload');
    await socket.until('systemMessage');
    clock.advance(60_000);

    const event = await firstEvent(stream);
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'alerts.triggered',
      created_at: expect.any(String),
      data: expect.objectContaining({ alert_rule_id: rule.id, name: 'Too much to do', current_value: 1 }),
    });
    leaving.abort();
    await socket.close();
  });

  it('reuses its webhook endpoint when it starts again with the same journal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-demo-'));
    const journal = join(folder, 'platform.db');
    await (await demo({ emulator: { journal } })).close();
    const { relayUrl, emulator } = await demo({ emulator: { journal } });
    expect(await onBase(emulator)('GET', '/v1/webhook-endpoints')).toMatchObject({
      status: 200,
      body: { data: [{ url: `${relayUrl}/admin/v1/webhooks/alerts`, enabled: true }] },
    });
    rmSync(folder, { recursive: true });
  });

  it('allows the shop under both loopback names, and no other page', async () => {
    const { siteUrl, relayUrl } = await demo();
    const byName = siteUrl.replace('127.0.0.1', 'localhost');
    const statuses = [siteUrl, byName, 'https://elsewhere.example'].map(
      async (origin) => (await createSession(relayUrl, origin)).status,
    );
    expect(await Promise.all(statuses)).toEqual([201, 201, 403]);
  });

  it('allows images of its platform', async () => {
    const { relayUrl, emulator } = await demo();
    const config = await (await fetch(`${relayUrl}/chat/config`)).json();
    expect(config).toMatchObject({
      header: { text: 'Lumen & Oak' },
      image_hosts: [new URL(emulator.messagingUrl).host],
    });
  });

  it('uses other ports when the preferred ones are taken', async () => {
    const first = await demo();
    const relayPort = Number(new URL(first.relayUrl).port);
    const sitePort = Number(new URL(first.siteUrl).port);
    const second = await demo({ relayPort, sitePort });
    expect(second.relayUrl).not.toBe(first.relayUrl);
    expect(second.siteUrl).not.toBe(first.siteUrl);
    expect((await createSession(second.relayUrl, second.siteUrl)).status).toBe(201);
  });

  it('closes everything, and close() is idempotent', async () => {
    const { siteUrl, relayUrl, emulator, close } = await demo();
    await Promise.all([close(), close()]);
    await close();
    for (const url of [`${siteUrl}/shop/`, `${relayUrl}/healthz`, emulator.messagingUrl]) {
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    }
  });

  it('closes the parts that have started when another cannot start', async () => {
    const { emulator, close } = await demo();
    const port = Number(new URL(emulator.messagingUrl).port);
    await close();
    await expect(demo({ emulator: { port }, sitePort: -1 })).rejects.toThrow('port');
    // The platform's port is free again.
    expect((await demo({ emulator: { port } })).emulator.messagingUrl).toBe(emulator.messagingUrl);
  });
});

interface Conversation {
  readonly id: string;
  readonly variant_id: string;
  readonly channel: string;
  readonly started_at: string;
  readonly in_progress: boolean;
  readonly num_turns: number;
  readonly handoff_reason: string;
}

const DAY_MS = 24 * 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

/** Asks the admin side of a relay. */
const adminOf =
  ({ relayUrl, adminKey }: Pick<Demo, 'relayUrl' | 'adminKey'>) =>
  (path: string) =>
    fetch(`${relayUrl}/admin/v1${path}`, { headers: { Authorization: `Bearer ${adminKey}` } });
type Ask = ReturnType<typeof adminOf>;

/** All conversations of an environment that began in a range. */
async function conversationsOf(ask: Ask, from: number, to: number, environment = 'live') {
  const all: Conversation[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await ask(
      `/conversations?limit=200&client_env=${environment}&start_time=${iso(from)}&end_time=${iso(to)}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    const body = (await page.json()) as { conversations: Conversation[]; cursor: string | null };
    all.push(...body.conversations);
    cursor = body.cursor;
  }
  return all;
}

const eventsOf = async (ask: Ask) =>
  ((await (await ask('/webhook-events')).json()) as { events: Event[] }).events;
interface Event {
  readonly type: string;
  readonly signed_with: string;
  readonly body: { readonly created_at: string; readonly data: { readonly name: string } };
}

describe('a demo with a life', () => {
  it('a demo with a life begins with days of conversations of all kinds, and has new ones', async () => {
    // The relay uses the system clock and accepts no signature that is older than five minutes.
    const clock = createFakeClock(Date.now() - 120_000);
    const ask = adminOf(await demo({ isAlive: true, emulator: { clock } }));
    const now = clock.now();
    const all = await conversationsOf(ask, now - 8 * DAY_MS, now);
    const kindsOf = (of: (it: Conversation) => unknown) => [...new Set(all.map(of))].sort();
    expect(all.length).toBeGreaterThan(3_000);
    expect(kindsOf((conversation) => conversation.variant_id)).toEqual(['main', 'spring', 'trial']);
    expect(kindsOf((conversation) => conversation.channel)).toEqual(['CHAT', 'VOICE-SIP', 'WEBCHAT']);
    expect(kindsOf((conversation) => conversation.in_progress)).toEqual([false, true]);
    const isEarly = (conversation: Conversation) => Date.parse(conversation.started_at) < now - DAY_MS;
    const reasonsOf = (some: readonly Conversation[]) =>
      some.map((conversation) => conversation.handoff_reason);
    const early = reasonsOf(all.filter(isEarly));
    expect(early).toEqual(
      expect.arrayContaining(['complaint', 'damaged_goods', 'refund', 'visitor_request']),
    );
    expect(early).not.toContain('late_delivery');
    expect(reasonsOf(all.filter((conversation) => !isEarly(conversation)))).toContain('late_delivery');

    const call = all.find(
      (conversation) => conversation.channel === 'VOICE-SIP' && !conversation.in_progress,
    );
    const audio = await ask(`/conversations/${call?.id}/audio`);
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect((await audio.arrayBuffer()).byteLength).toBeGreaterThan(10_000);

    clock.advance(10 * 60_000);
    const later = await conversationsOf(ask, now - 8 * DAY_MS, clock.now());
    expect(later.length).toBeGreaterThan(all.length);
    const ended = new Set(later.filter((conversation) => !conversation.in_progress).map(({ id }) => id));
    expect(all.filter((conversation) => conversation.in_progress && !ended.has(conversation.id))).toEqual([]);
  });

  it('shows an incident yesterday that a rule has seen, and its webhooks with a valid signature', async () => {
    const ask = adminOf(await demo({ isAlive: true }));
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const seen = async () =>
      (await eventsOf(ask)).filter(({ body }) => {
        const at = Date.parse(body.created_at);
        return body.data.name === 'Slow turns' && at >= today - DAY_MS && at < today;
      });
    await expect.poll(async () => (await seen()).at(0)?.type).toBe('alerts.resolved');
    const events = await seen();
    expect(events.at(-1)?.type).toBe('alerts.triggered');
    expect(events.map((event) => event.signed_with)).toEqual(events.map(() => 'current'));
    const rules = (await (await ask('/alert-rules')).json()) as { data: { current_state: string }[] };
    expect(rules.data).toHaveLength(3);
    expect(rules.data.map((rule) => rule.current_state)).not.toContain('alert');
  });

  it('a demo is empty by default', async () => {
    const ask = adminOf(await demo());
    const now = Date.now();
    expect(await conversationsOf(ask, now - 8 * DAY_MS, now + DAY_MS)).toEqual([]);
    expect(await (await ask('/alert-rules')).json()).toEqual({ data: [] });
  });
});

describe('the command demo', () => {
  it.each([
    ['has a life', { isEmpty: false }, true],
    ['has none with --empty', { isEmpty: true }, false],
    ['starts without the agent of --agent', { isEmpty: true, agent: 'http://127.0.0.1:9/v1' }, false],
  ])('the command demo prints where the admin side is, and %s', async (_, options, isAlive) => {
    const lines: string[] = [];
    const printed = createAwaitableList<string>();
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const running = runDemo(
      { port: 0, agent: undefined, ...options },
      {
        env: {},
        files: { read: () => undefined },
        print(line) {
          lines.push(line);
          if (line.includes('Ctrl+C')) printed.add(line);
        },
        printError: (line) => lines.push(line),
        untilStopped: () => stopped,
      },
    );
    await printed.waitForNth(1);
    const [, relayUrl = '', adminKey = ''] =
      /Admin +(\S+)\/admin\/v1 +Authorization: Bearer (\S+)/.exec(lines.join('\n')) ?? [];
    expect(lines.some((line) => line.includes('Agent     nothing answers at'))).toBe('agent' in options);
    expect(lines.join('\n')).toContain(`${relayUrl}/console#key=${adminKey} `);
    const now = Date.now();
    const found = await conversationsOf(adminOf({ relayUrl, adminKey }), now - 8 * DAY_MS, now, 'sandbox');
    stop();
    await running;
    expect(found.length > 100).toBe(isAlive);
  });
});
