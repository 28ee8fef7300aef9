import { afterEach, describe, expect, it } from 'vitest';
import { type Demo, type DemoOptions, startDemo } from '../../src/cli/demo.ts';

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

describe('startDemo', () => {
  it('gives the shop a relay, and the relay a platform', async () => {
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

  it('opens the admin side with a key of its own, and with no other', async () => {
    const [one, other] = [await demo(), await demo()];
    const lint = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const url = `${one.relayUrl}/admin/v1/behavior/lint`;
      return (await fetch(url, { method: 'POST', headers, body: '{"behavior":"Be kind."}' })).status;
    };
    expect([await lint(one.adminKey), await lint(other.adminKey)]).toEqual([200, 401]);
  });

  it('lets the shop order faults with the key of this run, and no other page and no other key', async () => {
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

  it('allows the shop under both names of this machine, and no other page', async () => {
    const { siteUrl, relayUrl } = await demo();
    const byName = siteUrl.replace('127.0.0.1', 'localhost');
    const statuses = [siteUrl, byName, 'https://elsewhere.example'].map(
      async (origin) => (await createSession(relayUrl, origin)).status,
    );
    expect(await Promise.all(statuses)).toEqual([201, 201, 403]);
  });

  it('shows the pictures of its own platform without being asked', async () => {
    const { relayUrl, emulator } = await demo();
    const config = await (await fetch(`${relayUrl}/chat/config`)).json();
    expect(config).toMatchObject({
      header: { text: 'Lumen & Oak' },
      image_hosts: [new URL(emulator.messagingUrl).host],
    });
  });

  it('runs beside another one that has the preferred ports already', async () => {
    const first = await demo();
    const relayPort = Number(new URL(first.relayUrl).port);
    const sitePort = Number(new URL(first.siteUrl).port);
    const second = await demo({ relayPort, sitePort });
    expect(second.relayUrl).not.toBe(first.relayUrl);
    expect(second.siteUrl).not.toBe(first.siteUrl);
    expect((await createSession(second.relayUrl, second.siteUrl)).status).toBe(201);
  });

  it('leaves nothing open when it is closed, however often', async () => {
    const { siteUrl, relayUrl, emulator, close } = await demo();
    await Promise.all([close(), close()]);
    await close();
    for (const url of [`${siteUrl}/shop/`, `${relayUrl}/healthz`, emulator.messagingUrl]) {
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    }
  });

  it('closes what it has started when a part cannot start', async () => {
    const { emulator, close } = await demo();
    const port = Number(new URL(emulator.messagingUrl).port);
    await close();
    await expect(demo({ emulator: { port }, sitePort: -1 })).rejects.toThrow('port');
    // The platform's port is free again.
    expect((await demo({ emulator: { port } })).emulator.messagingUrl).toBe(emulator.messagingUrl);
  });
});
