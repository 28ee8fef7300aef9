import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Certificate, createCA, createCert } from 'mkcert';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RUNNER } from '../../../build/runner.ts';
import type { Emulator } from '../../../src/emulator/index.ts';
import { createAwaitableList } from '../../support/awaitable-list.ts';
import { openRecordingProxy } from '../../support/recording-proxy.ts';
import { onBase } from '../hosts/rest/rest-calls.ts';
import { newSession } from '../support/visitor.ts';
import { type Endpoint, MINUTE } from './firing-platform.ts';
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
});
afterAll(() => rmSync(folder, { recursive: true }));

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

type Message = { readonly line: string } | { readonly emulator: Emulator };

/** A platform whose Node also trusts the certificate authorities of a file. */
async function openPlatform(trusted?: string) {
  const child: ChildProcess = fork(fileURLToPath(new URL('platform-process.ts', import.meta.url)), {
    env: { ...process.env, ...(trusted && { NODE_EXTRA_CA_CERTS: trusted }) },
    execArgv: RUNNER,
  });
  closings.push(async () => {
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  });
  const lines = createAwaitableList<string>();
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

/** A platform with a rule that has just fired, and an https receiver with a certificate for these names. */
async function openFiringPlatform({ names, trusted }: { names: readonly string[]; trusted?: string }) {
  const receiver = await openReceiver(await certificateFor(...names));
  closings.push(receiver.close);
  const proxy = await openRecordingProxy(Number(new URL(receiver.url).port));
  closings.push(proxy.close);
  const { emulator, lines, advance } = await openPlatform(trusted);
  const base = onBase(emulator);
  const made = await base('POST', '/v1/webhook-endpoints', {
    name: 'x',
    url: `https://127.0.0.1:${proxy.port}/hooks`,
    event_types: ['alerts.triggered'],
  });
  const condition = { metric: 'call_volume', operator: '>', threshold_value: 0, window_duration: '5m' };
  await base('POST', '/v1/alert-rules', { name: 'Busy', ...condition });
  await newSession(emulator);
  advance(MINUTE);
  return { receiver, proxy, lines, advance, base, endpoint: made.body as Endpoint };
}

/** Parts of a request that must never appear unencrypted. */
const PLAIN_TEXT = /alerts\.triggered|x-service|evt_|hooks|HTTP\/1/i;
/** First bytes of a TLS handshake record. */
const TLS_HANDSHAKE = '\x16\x03';

// Each test starts a process, which is slow on a busy machine.
describe('a webhook over TLS', () => {
  it('delivers a webhook when the certificate is for the address and from a trusted authority', async () => {
    const { receiver, proxy, lines, endpoint } = await openFiringPlatform({
      names: ['127.0.0.1'],
      trusted: caFile,
    });
    const request = await receiver.nth(1);
    await lines.waitForNth(1);
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
    expect(
      proxy.received.map((message) => [message.startsWith(TLS_HANDSHAKE), PLAIN_TEXT.test(message)]),
    ).toEqual([[true, false]]);
  });

  it('retries a webhook while the certificate is untrusted, and never sends it unencrypted', async () => {
    const { receiver, proxy, lines, advance } = await openFiringPlatform({ names: ['127.0.0.1'] });
    for (const [at, minutes] of [1, 5, 15, 60, 240].entries()) {
      await lines.waitForNth(at + 1);
      advance(minutes * MINUTE);
    }
    await lines.waitForNth(6);
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
    expect(
      proxy.received.map((message) => [message.startsWith(TLS_HANDSHAKE), PLAIN_TEXT.test(message)]),
    ).toEqual(Array(6).fill([true, false]));
  });

  it('keeps a webhook while the certificate is for another name, and delivers it to the right one', async () => {
    const { receiver, proxy, lines, advance, base, endpoint } = await openFiringPlatform({
      names: ['localhost', 'shop.example.com'],
      trusted: caFile,
    });
    await lines.waitForNth(1);
    expect(receiver.received).toEqual([]);
    await base('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, {
      url: `https://localhost:${proxy.port}/hooks`,
    });
    advance(MINUTE);
    const request = await receiver.nth(1);
    await lines.waitForNth(2);
    expect([await isSigned(request, endpoint.signing_secret), lines.all]).toEqual([
      true,
      [
        'alerts.triggered evt: attempt 1, ERR_TLS_CERT_ALTNAME_INVALID, again in 1 min',
        'alerts.triggered evt: attempt 2, status 204',
      ],
    ]);
    expect(
      proxy.received.map((message) => [message.startsWith(TLS_HANDSHAKE), PLAIN_TEXT.test(message)]),
    ).toEqual(Array(2).fill([true, false]));
  });
});
