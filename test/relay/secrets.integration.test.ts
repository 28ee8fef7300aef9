import { describe, expect, it } from 'vitest';
import { type Answer, accessToken, until, useBench } from './support/bench.ts';
import { cutAnswer, hangUp, json, text } from './support/upstream.ts';

const ID = '5e551011-0000-4000-8000-000000000001';
const SECRETS = {
  FOYER_BASE_URL: 'https://api.us.platform.example',
  FOYER_BASE_API_KEY: 'CNRY-base-9b3e5d86',
  FOYER_PLATFORM_URL: 'https://api.us-1.platform.example',
  FOYER_PLATFORM_API_KEY: 'CNRY-platform-9b3e5d86',
  FOYER_OUTBOUND_URL: 'https://calls.platform.example',
  FOYER_OUTBOUND_TOKEN: 'CNRY-outbound-9b3e5d86',
  FOYER_WEBHOOK_SECRETS: 'alerts:CNRY-webhook-9b3e5d86',
};
/** Failures of a platform that puts secrets into its answers. */
const FAILURES = [
  json(503, { error: 'CNRY-connector-4f1d7c0a9b3e5d86 at /src/secret.ts:1' }),
  json(401, { error: accessToken(1) }),
  json(429, { error: accessToken(1) }, { 'Retry-After': '5' }),
  text(200, `<html>${accessToken(1)}</html>`),
  text(302, '', { Location: `https://evil.example/?${accessToken(1)}` }),
  hangUp,
  cutAnswer,
];

describe('secrets', () => {
  // After each test the bench searches all answers and all log lines, at level `trace`, for secrets and internal details.
  const open = useBench();

  it('S-03, S-06: secrets are in no answer and no log line, for any request and any failure', async () => {
    const { call, upstream } = await open({ env: SECRETS });
    const answers: Answer[] = [];
    for (const failure of FAILURES) {
      upstream.reply('access-token', failure, failure);
      answers.push(await call('/chat/sessions', { method: 'POST' }));
      upstream.reply('sessions', failure, failure);
      answers.push(await call('/chat/sessions', { method: 'POST' }));
    }
    const cookie = { Cookie: 'foyer-probe=1' };
    const created = await call('/chat/sessions', { method: 'POST', headers: cookie });
    const id = (created.json as { session_id: string }).session_id;
    for (const path of [
      `/chat/sessions/${id}`,
      `/chat/sessions/${ID}`,
      '/chat/config',
      '/chat/origin-check',
      '/frame',
      '/frame.js',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS']) {
        for (const query of ['', `?access_token=${accessToken(1)}`])
          answers.push(await call(path + query, { method }));
      }
    }
    for (const path of ['/widget.js', '/assets/x.js', '/healthz', '/', `/chat/sessions/${id}/resume`]) {
      answers.push(await call(path, { headers: { Authorization: `Bearer ${accessToken(1)}` } }));
    }
    expect(answers.length).toBeGreaterThan(60);
  });

  it('S-03: secrets are removed from the text of an unexpected error', async () => {
    const { call, records } = await open({
      env: SECRETS,
      ports: {
        connect: () => Promise.reject(new Error(`CNRY-base-9b3e5d86 access_token=${accessToken(1)}`)),
      },
    });
    await call('/chat/sessions', { method: 'POST' });
    const answer = await call(`/chat/sessions/${ID}`);
    expect([answer.status, records().at(-1)?.failed]).toEqual([500, 'internal']);
  });

  it('S-04: secrets are neither needed nor logged in a query', async () => {
    const { call, records } = await open();
    await call('/chat/sessions', { method: 'POST' });
    await call(`/chat/sessions/${ID}/resume?access_token=${accessToken(1)}`, { method: 'POST' });
    expect(JSON.stringify(records())).not.toContain('?');
  });
});

describe('unexpected failures (S-68)', () => {
  const open = useBench();

  it.each([
    ['an error', new Error('unexpected')],
    ['nothing', undefined],
    ['null', null],
    ['a string', 'thrown'],
  ])('answers 500 when a handler throws %s, and serves the next request', async (_, thrown) => {
    let isBroken = true;
    const { call } = await open({
      ports: { connect: async () => (isBroken ? Promise.reject(thrown) : { kind: 'opened' }) },
    });
    await call('/chat/sessions', { method: 'POST' });
    const broken = await call(`/chat/sessions/${ID}`);
    isBroken = false;
    const recovered = await call(`/chat/sessions/${ID}`);
    expect([broken.status, recovered.json]).toEqual([500, { state: 'alive' }]);
  });

  it('a thousand visitors who disconnect before their answer leave nothing behind', async () => {
    const { url, call, upstream, relay } = await open();
    const controllers = Array.from({ length: 1_000 }, () => new AbortController());
    const asked = controllers.map(({ signal }) =>
      fetch(`${url}/chat/sessions`, {
        method: 'POST',
        headers: { Origin: 'https://shop.example.com' },
        signal,
      }).then(
        (result) => result.text(),
        () => 'gone',
      ),
    );
    await until(() => upstream.received.length > 20);
    for (const controller of controllers) controller.abort();
    await Promise.all(asked);
    expect((await call('/chat/sessions', { method: 'POST' })).status).toBe(201);
    await relay.close();
  });
});
