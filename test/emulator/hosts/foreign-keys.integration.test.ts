import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsFor } from '../../../src/cli/emulator-settings.ts';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { openStore } from '../../../src/emulator/store/store.ts';
import { parseConfig, type RunningRelay, startRelay } from '../../../src/relay/index.ts';
import { ADMIN_ENV, bearer } from '../../relay/support/admin.ts';
import { call, handshake, newSession, newToken, socketUrl } from '../support/visitor.ts';
import { onBase, onOutbound, onPlatform } from './rest/rest-calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-tokens-'));
const SECRET = 'the-secret-that-this-platform-signs-with';
const CONTROL_KEY = 'a-control-key-for-tests';
const SHOP = 'https://shop.example.com';
/** A key in the format of a deployed platform. */
const REAL_KEY = 'pk_live_8c1f0a7be2';

let emulator: Emulator;
let other: Emulator;
let relay: RunningRelay;
beforeAll(async () => {
  const journal = join(folder, 'platform.db');
  const store = openStore(journal);
  store.journal.setting('signing_secret', () => SECRET);
  store.close();
  emulator = await startEmulator({ journal, controlKey: CONTROL_KEY });
  other = await startEmulator();
  const config = parseConfig(
    {
      ...settingsFor(emulator),
      ...ADMIN_ENV,
      FOYER_PORT: '0',
      FOYER_ALLOWED_ORIGINS: SHOP,
      FOYER_LOG_LEVEL: 'silent',
      FOYER_SOCKET: 'proxy',
      FOYER_TRUST_PROXY: 'loopback',
      FOYER_WEBHOOK_SECRETS: 'alerts:a-secret-of-the-endpoint-itself',
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  relay = await startRelay(config.value);
});
afterAll(async () => {
  await relay.close();
  await emulator.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const OWN_CLAIMS = { iss: 'foyer-emulator', sub: 'visitor', exp: 4_102_444_800 };
const FOREIGN_CLAIMS = { ...OWN_CLAIMS, iss: 'https://platform.example.com' };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A token with any claims, signed with a shared secret. */
function token(claims: object, { secret = SECRET, alg = 'HS256', hash = 'sha256' } = {}): string {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}
function rsaToken(claims: object): string {
  const signed = `${part({ alg: 'RS256', typ: 'JWT', kid: 'k1' })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

describe('S-92: tokens and keys of the embedded platform', () => {
  it('S-92: tokens and keys name the embedded platform as their issuer', async () => {
    const claims = (await newToken(emulator)).split('.')[1] ?? '';
    const random = '[\\w-]{43}$';
    expect([
      JSON.parse(Buffer.from(claims, 'base64url').toString()).iss,
      emulator.connectorToken,
      emulator.baseKey,
      emulator.platformKey,
      emulator.outboundToken,
    ]).toEqual([
      'foyer-emulator',
      expect.stringMatching(`^emulator-${random}`),
      expect.stringMatching(`^emulator-base-${random}`),
      expect.stringMatching(`^emulator-platform-${random}`),
      expect.stringMatching(`^emulator-outbound-${random}`),
    ]);
  });

  it('S-92: a relay that uses the platform refuses tokens and keys of the embedded platform', async () => {
    const accessToken = await newToken(emulator);
    const { id } = await newSession(emulator);
    const { connectorToken, baseKey, platformKey, outboundToken } = emulator;
    const body = '{"id":"evt_1","type":"alerts.triggered","created_at":"2026-01-01T00:00:00Z","data":{}}';
    const time = String(Math.floor(Date.now() / 1000));
    const keys = [accessToken, connectorToken, baseKey, platformKey, outboundToken, CONTROL_KEY];
    for (const [at, key] of keys.entries()) {
      // The relay limits failed sign-ins by address, so each key comes from its own.
      const from = { 'X-Forwarded-For': `192.0.2.${at + 1}` };
      const admin = await fetch(`${relay.url}/admin/v1/behavior`, {
        headers: { ...from, Authorization: `Bearer ${key}` },
      });
      const ticket = new URLSearchParams({ session_id: id, access_token: key });
      const socket = await handshake(`${relay.url.replace('http', 'ws')}/chat/ws?${ticket}`, {
        origin: SHOP,
      });
      const webhook = await fetch(`${relay.url}/admin/v1/webhooks/alerts`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Service-Timestamp': time,
          'X-Service-Signature': createHmac('sha256', key).update(`${time}.${body}`).digest('hex'),
          'X-Service-Event-ID': 'evt_1',
        },
        body,
      });
      expect([admin.status, socket.status, webhook.status]).toEqual([401, 401, 401]);
    }
    // Its own key and its own session are accepted.
    expect((await fetch(`${relay.url}/admin/v1/behavior`, { headers: bearer('read') })).status).toBe(200);
    const created = await fetch(`${relay.url}/chat/sessions`, { method: 'POST', headers: { Origin: SHOP } });
    const grant = await created.json();
    const own = new URLSearchParams({ session_id: grant.session_id, access_token: grant.access_token });
    const { status } = await handshake(`${grant.websocket_url}?${own}`, { origin: SHOP });
    expect(status).toBe(101);
  });
});

describe('S-92: the embedded platform', () => {
  const create = async (text: string) =>
    (await call(emulator, '/api/v1/sessions', { headers: { Authorization: `Bearer ${text}` } })).status;

  it.each<[string, () => string | Promise<string>]>([
    ['of another issuer with the same secret', () => token(FOREIGN_CLAIMS)],
    ['without an issuer', () => token({ sub: 'visitor', exp: OWN_CLAIMS.exp })],
    ['of several issuers', () => token({ ...OWN_CLAIMS, iss: ['foyer-emulator', FOREIGN_CLAIMS.iss] })],
    ['with another secret', () => token(OWN_CLAIMS, { secret: `${SECRET}x` })],
    ['with an empty secret', () => token(OWN_CLAIMS, { secret: ' ' })],
    ['of another algorithm with the same secret', () => token(OWN_CLAIMS, { alg: 'HS512', hash: 'sha512' })],
    ['that claims to be unsigned', () => token(OWN_CLAIMS, { alg: 'none' })],
    ['signed with a key pair', () => rsaToken(OWN_CLAIMS)],
    ['of a deployed platform', () => rsaToken(FOREIGN_CLAIMS)],
    ['of another embedded platform', () => newToken(other)],
  ])('refuses a token %s', async (_, make) => {
    const foreign = await make();
    const { id } = await newSession(emulator);
    const { status } = await handshake(socketUrl(emulator, { session_id: id, access_token: foreign }));
    expect([await create(foreign), status]).toEqual([401, 401]);
  });

  it('accepts its own token', async () => {
    expect(await create(token(OWN_CLAIMS))).toBe(200);
  });

  it.each<[string, () => string]>([
    ['of a deployed platform', () => REAL_KEY],
    ['of an operator of the relay', () => bearer('all').Authorization.slice('Bearer '.length)],
    ['of the fault control', () => CONTROL_KEY],
    ['of another embedded platform', () => other.baseKey],
  ])('refuses a key %s', async (_, keyOf) => {
    const key = keyOf();
    const statuses = [
      onBase(emulator, key)('GET', '/v1/alert-rules'),
      onPlatform(emulator, key)('GET', '/v1/lumen-oak/shop/handoff_state?id=x'),
      onOutbound(emulator, key)('POST', '/v1/outbound-calling', {}),
      call(emulator, '/api/v1/access-token', { headers: { 'X-Token': key, 'X-Host': 'localhost' } }),
    ].map(async (answer) => (await answer).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 401]);
  });
});
