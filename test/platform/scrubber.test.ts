import { expect, it } from 'vitest';
import { createScrubber } from '../../src/platform/scrubber.ts';

const host = {
  family: 'base',
  url: 'https://api.eu.platform.example',
  key: 'key-3f9c1d77aa20',
  secrets: ['CNRY-connector-4f1d', 'x'],
  presets: { agent_id: 'shop-7', account_id: 'ACCOUNT-lumen' },
} as const;
const SENT = '/v1/alert-rules/ar_own1\n{"project_id":"PROJECT-mine","url":"https://hooks.example.com/a"}';
const scrub = (text: string, maxLength = 500) => createScrubber(host, SENT).all(text, maxLength);

//
it.each([
  'Cannot directly update main branch',
  'Rule ar_own1 of PROJECT-mine is not known to account ACCOUNT-lumen',
  'https://hooks.example.com/a must be public',
  'The window_duration of turn_latency_p95 must be 5m, 10m or 60m',
  'Agent shop-7 is not enabled; the account is disabled',
  'Ungültiger Wert: „café“',
])('the scrubber keeps %j', (text) => {
  expect(scrub(text)).toBe(text);
});

it.each([
  ['the key key-3f9c1d77aa20 at api.eu.platform.example', 'the key … at …'],
  ['connector CNRY-connector-4f1d', 'connector …'],
  ['got eyJhbGciOi.eyJzdWIi.c2ln', 'got …'],
  ['Authorization: Bearer abc.def', 'Authorization: …'],
  ['secret whsec_8f3aa91c is void', 'secret … is void'],
  ['access_token=abcdef123; token: "abcdefgh"', 'access_token=…; token: "…"'],
  ['belongs to account globex', 'belongs to account …'],
  ['belongs to ACCOUNT-globex', 'belongs to …'],
  ['rule ar_9Zx81 of account "globex"', 'rule … of account "…"'],
  ['account_id=globex, project_id: other', 'account_id=…, project_id: …'],
  ['account globex-9 holds acct_1234', 'account … holds …'],
  ['see 550e8400-e29b-41d4-a716-446655440000', 'see …'],
  ['from 10.2.3.4:5432 (db.internal)', 'from … (…)'],
  ['at https://api.globex.example/v1?x=1', 'at …'],
  ['TypeError at /srv/app/rules.py:17, in main.ts:3:9', 'TypeError at …, in …'],
  ['mail jo@globex.example', 'mail …'],
  ['TypeError at /src/secret.ts:1:7', 'TypeError at …'],
  ['failed\n    at run (/app/main.js:3:1)\n    at next', 'failed…'],
  ['in C:\\app\\main.py:4 and /app/node_modules/x/y.mjs', 'in … and …'],
  ['line\r\n\u202Etwo\u0000', 'line two'],
])('the scrubber turns %j into %j', (text, expected) => {
  expect(scrub(text)).toBe(expected);
});

it('the scrubber cuts a text, and never leaves a part of a secret', () => {
  expect(scrub('a b '.repeat(500))).toBe('a b '.repeat(125).trim());
  const long = scrub(`${'key-3f9c1d77aa20 '.repeat(400)}`);
  expect(long).toMatch(/^(… ?)+$/);
  expect(scrub(`${'y'.repeat(499)}😀`)).toBe('y'.repeat(499));
});

it('the scrubber reads a text of 64 KB in linear time', () => {
  for (const part of ['a', 'a.', 'a@', 'key-', 'account ', '1.1.1.', '"token" : ', 'eyJ'])
    expect(scrub(part.repeat(65_536 / part.length)).length).toBeLessThanOrEqual(500);
});
