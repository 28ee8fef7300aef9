import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Certificate, createCA, createCert } from 'mkcert';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { createArrivals } from '../../support/arrivals.ts';
import { openTap } from '../../support/tap.ts';
import { onBase } from '../rest/caller.ts';
import { newSession } from '../visitor.ts';
import { type Endpoint, MINUTE } from './alarmed.ts';
import { isSigned, openReceiver } from './receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-tls-'));
const caFile = join(folder, 'ca.pem');
let certificateFor: (...names: string[]) => Promise<Certificate>;
beforeAll(async () => {
  const ca = await createCA({
    organization: 'Lumen & Oak, for tests',
    countryCode: 'FR',
    state: 'Paris',
    locality: 'Paris',
    validity: 2,
  });
  writeFileSync(caFile, ca.cert);
  certificateFor = (...domains) => createCert({ ca, domains, validity: 1 });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

type Message = { readonly line: string } | { readonly emulator: Emulator };

/** A platform whose Node trusts the authorities of a file besides its own. */
async function openPlatform(trusted?: string) {
  const child: ChildProcess = fork(fileURLToPath(new URL('platform-process.mjs', import.meta.url)), {
    env: { ...process.env, ...(trusted && { NODE_EXTRA_CA_CERTS: trusted }) },
    execArgv: [],
  });
  closings.push(async () => {
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  });
  const lines = createArrivals<string>();
  const emulator = await new Promise<Emulator>((started, failed) => {
    child.once('exit', () => failed(new Error('the platform did not start')));
    child.on('message', (message: Message) => {
      if ('emulator' in message) started(message.emulator);
      else if (message.line.startsWith('webhook '))
        lines.add(message.line.replace(/^webhook whe_\w+ /, '').replace(/evt_\w+/, 'evt'));
    });
  });
  return { emulator, lines, advance: (advanceMs: number) => child.send({ advanceMs }) };
}

/** Somebody's https server with a certificate for these names, a platform, and a rule that has just fired. */
async function alarmed({ names, trusted }: { names: readonly string[]; trusted?: string }) {
  const receiver = await openReceiver(await certificateFor(...names));
  closings.push(receiver.close);
  const tap = await openTap(Number(new URL(receiver.url).port));
  closings.push(tap.close);
  const { emulator, lines, advance } = await openPlatform(trusted);
  const base = onBase(emulator);
  const made = await base('POST', '/v1/webhook-endpoints', {
    name: 'x',
    url: `https://127.0.0.1:${tap.port}/hooks`,
    event_types: ['alerts.triggered'],
  });
  const condition = { metric: 'call_volume', operator: '>', threshold_value: 0, window_duration: '5m' };
  await base('POST', '/v1/alert-rules', { name: 'Busy', ...condition });
  await newSession(emulator);
  advance(MINUTE);
  return { receiver, tap, lines, advance, base, endpoint: made.body as Endpoint };
}

/** What may stand in no connection that is not encrypted: an event, its headers, the path. */
const IN_CLEAR = /alerts\.triggered|x-service|evt_|hooks|HTTP\/1/i;
/** A TLS record of a handshake. */
const HELLO = '\x16\x03';

// Each starts a process, which takes its time on a busy machine.
describe('a webhook over TLS', { timeout: 60_000 }, () => {
  it('is delivered, signed, to who has a certificate for that address from an authority that Node trusts', async () => {
    const { receiver, tap, lines, endpoint } = await alarmed({ names: ['127.0.0.1'], trusted: caFile });
    const request = await receiver.nth(1);
    await lines.nth(1);
    expect([request.method, request.path, JSON.parse(request.body).type, lines.all]).toEqual([
      'POST',
      '/hooks',
      'alerts.triggered',
      ['alerts.triggered evt: attempt 1, status 204'],
    ]);
    expect([
      await isSigned(request, endpoint.signing_secret),
      await isSigned(request, `${endpoint.signing_secret}x`),
    ]).toEqual([true, false]);
    expect(tap.heard.map((it) => [it.startsWith(HELLO), IN_CLEAR.test(it)])).toEqual([[true, false]]);
  });

  it('is tried again on schedule while the certificate is of nobody who is trusted, and never sent in clear', async () => {
    const { receiver, tap, lines, advance } = await alarmed({ names: ['127.0.0.1'] });
    for (const [at, minutes] of [1, 5, 15, 60, 240].entries()) {
      await lines.nth(at + 1);
      advance(minutes * MINUTE);
    }
    await lines.nth(6);
    const failed = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    expect(lines.all).toEqual([
      `alerts.triggered evt: attempt 1, ${failed}, again in 1 min`,
      `alerts.triggered evt: attempt 2, ${failed}, again in 5 min`,
      `alerts.triggered evt: attempt 3, ${failed}, again in 15 min`,
      `alerts.triggered evt: attempt 4, ${failed}, again in 60 min`,
      `alerts.triggered evt: attempt 5, ${failed}, again in 240 min`,
      `alerts.triggered evt: attempt 6, ${failed}, given up`,
    ]);
    expect(receiver.received).toEqual([]);
    expect(tap.heard.map((it) => [it.startsWith(HELLO), IN_CLEAR.test(it)])).toEqual(
      Array(6).fill([true, false]),
    );
  });

  it('is kept while the certificate is for another name, and delivered when the endpoint has that name', async () => {
    const { receiver, tap, lines, advance, base, endpoint } = await alarmed({
      names: ['localhost', 'shop.example.com'],
      trusted: caFile,
    });
    await lines.nth(1);
    expect(receiver.received).toEqual([]);
    await base('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, {
      url: `https://localhost:${tap.port}/hooks`,
    });
    advance(MINUTE);
    const request = await receiver.nth(1);
    await lines.nth(2);
    expect([await isSigned(request, endpoint.signing_secret), lines.all]).toEqual([
      true,
      [
        'alerts.triggered evt: attempt 1, ERR_TLS_CERT_ALTNAME_INVALID, again in 1 min',
        'alerts.triggered evt: attempt 2, status 204',
      ],
    ]);
    expect(tap.heard.map((it) => [it.startsWith(HELLO), IN_CLEAR.test(it)])).toEqual(
      Array(2).fill([true, false]),
    );
  });
});
