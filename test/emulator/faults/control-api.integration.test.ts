import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { STEMS } from '../../../src/protocol/read-payload.ts';
import { countResponses, sendRaw } from '../../support/raw-request.ts';
import {
  activeFaults,
  callControl,
  injectFaults,
  KEY,
  postFaults,
  startWithFaults,
} from './control-client.ts';

const SHOP = 'http://127.0.0.1:4000';

const refused = (message: string, errors: readonly object[] = []) => ({ message, errors });

/** The status of a request with headers that `fetch` would refuse. */
const statusWith = ({ messagingUrl }: Emulator, headers: Record<string, string>, method = 'GET', body = '') =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${messagingUrl}/control/faults`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end(body);
  });

describe('access to the control API', () => {
  it('there is no control API on a platform without a control key', async () => {
    const emulator = await startEmulator();
    const statuses = ['GET', 'POST', 'DELETE', 'OPTIONS'].map(async (method) => {
      const { status, headers } = await callControl(emulator, method);
      return [status, headers.get('access-control-allow-origin')];
    });
    expect(await Promise.all(statuses)).toEqual(Array.from({ length: 4 }, () => [404, null]));
    await emulator.close();
  });

  it('the control API needs a key that is hard to guess: a short one prevents the start', async () => {
    await expect(startEmulator({ controlKey: 'fifteen-letters' })).rejects.toThrow(
      'the control key has fewer than 16 characters',
    );
  });

  it.each([
    ['no key', undefined],
    ['another key', `Bearer ${KEY}x`],
    ['the beginning of the key', `Bearer ${KEY.slice(0, -1)}`],
    ['an empty key', 'Bearer '],
    ['the key in another scheme', `Basic ${KEY}`],
    ['the bare key', KEY],
  ])('refuses access with %s', async (_, authorization) => {
    const { emulator } = await startWithFaults();
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const { status, headers: answered, body } = await callControl(emulator, method, undefined, { headers });
      expect({ status, challenge: answered.get('www-authenticate'), body }).toEqual({
        status: 401,
        challenge: 'Bearer',
        body: refused('Send the control key as Authorization: Bearer <key>'),
      });
    }
    expect(await activeFaults(emulator)).toEqual([]);
  });

  it.each([
    'evil.example',
    'evil.example:8082',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.0.2.1',
  ])('S-91: refuses access under the foreign name in Host: %s', async (host) => {
    const { emulator } = await startWithFaults();
    const { port } = new URL(emulator.messagingUrl);
    const own = [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`];
    const statuses = [host, ...own].map((name) =>
      statusWith(emulator, { Host: name, Authorization: `Bearer ${KEY}` }),
    );
    expect(await Promise.all(statuses)).toEqual([403, 200, 200, 200]);
  });

  it('S-91: refuses pages of other origins, even with the key and for preflight requests', async () => {
    const { emulator } = await startWithFaults({ controlOrigins: [SHOP] });
    for (const Origin of ['http://127.0.0.1:4001', 'https://evil.example', 'null', `${SHOP}.evil.example`]) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const headers = { Origin, Authorization: `Bearer ${KEY}` };
        const {
          status,
          headers: answered,
          body,
        } = await callControl(emulator, method, undefined, { headers });
        expect([status, answered.get('access-control-allow-origin'), body]).toEqual([
          403,
          null,
          refused('Pages of this origin may not order faults'),
        ]);
      }
    }
  });

  const RIGHT = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
  it.each<[string, Record<string, string>, number]>([
    ['a rebound name', { Host: 'evil.example' }, 403],
    ['a rebound name with this port', { Host: 'evil.example:8082' }, 403],
    ['a rebound name, by its own page', { Host: 'evil.example', Origin: 'http://evil.example' }, 403],
    ['a rebound name, by the named page', { Host: 'evil.example', Origin: SHOP }, 403],
    ['a name that begins like this machine', { Host: 'localhost.evil.example' }, 403],
    ['a name that begins like this address', { Host: '127.0.0.1.evil.example' }, 403],
    ['a name that ends like this machine', { Host: 'evil.localhost' }, 403],
    ['this machine with a dot', { Host: 'localhost.' }, 403],
    ['this machine behind a user', { Host: 'evil@localhost' }, 400],
    ['this machine with a path', { Host: 'localhost/evil.example' }, 400],
    ['this machine with two ports', { Host: 'localhost:80:80' }, 400],
    ['this address in short', { Host: '127.1' }, 403],
    ['this address as a number', { Host: '2130706433' }, 403],
    ['this address in hexadecimal', { Host: '0x7f000001' }, 403],
    ['every address', { Host: '0.0.0.0' }, 403],
    ['another address of this machine', { Host: '192.0.2.1' }, 403],
    ['another page of this machine', { Origin: 'http://localhost:4001' }, 403],
    ['the named page by another name', { Origin: SHOP.replace('127.0.0.1', 'localhost') }, 403],
    ['the named page by https', { Origin: SHOP.replace('http', 'https') }, 403],
    ['a page that begins like the named one', { Origin: `${SHOP}.evil.example` }, 403],
    ['the platform’s own origin', { Origin: 'http://127.0.0.1:8082' }, 403],
    ['a sandboxed frame', { Origin: 'null' }, 403],
    ['an extension', { Origin: 'chrome-extension://abcdefghijklmnop' }, 403],
    ['an empty origin', { Origin: '' }, 403],
    ['the named page without the key', { Origin: SHOP, Authorization: '' }, 401],
    ['the key in a cookie', { Authorization: '', Cookie: `key=${KEY}` }, 401],
  ])('S-91: refuses access to %s, for every method', async (_, headers, status) => {
    const { emulator } = await startWithFaults({ controlOrigins: [SHOP] });
    await injectFaults(emulator, { on: 'handshake', do: 'reset' });
    const all = { ...RIGHT, ...headers };
    const answers = [
      await statusWith(emulator, all),
      await statusWith(emulator, all, 'POST', '{"on":"session","do":"expire"}'),
      await statusWith(emulator, all, 'DELETE'),
    ];
    expect(answers).toEqual([status, status, status]);
    expect(await activeFaults(emulator)).toEqual([expect.objectContaining({ id: 'fault-1', applied: 0 })]);
  });

  it.each(['', 'Host:\r\n', 'Host: \r\n', 'Host: localhost\r\nHost: evil.example\r\n'])(
    'S-91: refuses access with the headers "%s"',
    async (host) => {
      const { emulator } = await startWithFaults();
      const text = await sendRaw(
        emulator.messagingUrl,
        `GET /control/faults HTTP/1.1\r\n${host}Authorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`,
      );
      expect(countResponses(text)).toEqual({ count: 1, status: 400 });
    },
  );

  it('lets pages of a control origin preflight without the key and read every answer', async () => {
    const { emulator } = await startWithFaults({ controlOrigins: [SHOP] });
    const from = async (method: string, authorization: object) => {
      const headers = { Origin: SHOP, ...authorization };
      const { status, headers: answered } = await callControl(emulator, method, undefined, { headers });
      return [status, answered.get('access-control-allow-origin'), answered.get('vary')];
    };
    expect(await from('OPTIONS', {})).toEqual([204, SHOP, 'Origin']);
    expect(await from('GET', {})).toEqual([401, SHOP, 'Origin']);
    expect(await from('GET', { Authorization: `Bearer ${KEY}` })).toEqual([200, SHOP, 'Origin']);
  });
});

describe('the control API', () => {
  it('adds faults, lists them and removes one or all', async () => {
    const { emulator } = await startWithFaults();
    const drop = { on: 'frames-down', do: 'drop', every: 3 };
    const slow = { on: 'rest', host: 'base', do: 'slow', inMs: 50 };
    const first = { ...drop, id: 'fault-1', applied: 0 };
    const second = { ...slow, id: 'fault-2', applied: 0 };
    expect(await postFaults(emulator, drop)).toEqual({
      status: 201,
      body: { added: [first], active: [first] },
    });
    expect(await postFaults(emulator, [slow])).toEqual({
      status: 201,
      body: { added: [second], active: [first, second] },
    });
    expect((await callControl(emulator, 'DELETE', '/control/faults/fault-1')).status).toBe(204);
    expect(await callControl(emulator, 'DELETE', '/control/faults/fault-1')).toMatchObject({
      status: 404,
      body: refused('No fault of this id is in force'),
    });
    expect(await activeFaults(emulator)).toEqual([second]);
    expect((await callControl(emulator, 'DELETE')).status).toBe(204);
    expect(await activeFaults(emulator)).toEqual([]);
  });

  it('accepts event types in either dialect or without one', async () => {
    const { emulator } = await startWithFaults();
    const kinds = [
      'EVENT_TYPE_POLY_AGENT_MESSAGE',
      'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN',
      'LIVE_AGENT_LEFT',
    ];
    expect(await injectFaults(emulator, { on: 'frames-down', do: 'drop', kinds })).toEqual([
      expect.objectContaining({ kinds: ['AGENT_MESSAGE', 'REQUEST_AGENT_JOIN', 'LIVE_AGENT_LEFT'] }),
    ]);
  });

  it.each([
    ['an empty list', [], '', 'must be one fault or more'],
    [
      'no place',
      { do: 'drop' },
      '0.on',
      'must be one of frames-down, frames-up, handshake, session, connection, rest',
    ],
    [
      'an unknown place',
      { on: 'moon', do: 'drop' },
      '0.on',
      'must be one of frames-down, frames-up, handshake, session, connection, rest',
    ],
    [
      'an unknown action',
      { on: 'frames-up', do: 'eat' },
      '0.do',
      'must be one of drop, delay, duplicate, reorder, corrupt, trickle, cut, close',
    ],
    [
      'an unknown action on a call',
      { on: 'rest', host: 'base', do: 'drop' },
      '0.do',
      'must be one of status, html, slow, reset, throttle',
    ],
    [
      'an unknown action on a handshake',
      { on: 'handshake', do: 'html' },
      '0.do',
      'must be one of refuse, slow, reset',
    ],
    [
      'an unknown action on a connection',
      { on: 'connection', do: 'drop' },
      '0.do',
      'must be one of cut, close',
    ],
    [
      'a line without throughput',
      { on: 'frames-down', do: 'trickle', bytesPerS: 0 },
      '0.bytesPerS',
      'must be an integer from 1 to 1000000',
    ],
    ['a close without a code', { on: 'connection', do: 'close' }, '0.code', 'is required'],
    ...[1004, 1005, 1006, 1015, 2999, 999, 5000].map((code): [string, object, string, string] => [
      `a close with the reserved code ${code}`,
      { on: 'frames-up', do: 'close', code },
      '0.code',
      'must be 1000 to 1003, 1007 to 1014 or 3000 to 4999',
    ]),
    [
      'a close reason that is too long',
      { on: 'connection', do: 'close', code: 1011, reason: 'x'.repeat(41) },
      '0.reason',
      'must be a string of 1 to 40 characters',
    ],
    ['an unknown field', { on: 'frames-up', do: 'drop', evry: 2 }, '0.evry', 'is not known here'],
    ['a delay without a time', { on: 'frames-up', do: 'delay' }, '0.inMs', 'is required'],
    [
      'a delay of an hour',
      { on: 'frames-up', do: 'delay', inMs: 3_600_000 },
      '0.inMs',
      'must be an integer from 1 to 120000',
    ],
    [
      'a refusal with a success status',
      { on: 'handshake', do: 'refuse', status: 200 },
      '0.status',
      'must be an integer from 400 to 599',
    ],
    [
      'a page with a status without a body',
      { on: 'rest', host: 'base', do: 'html', status: 204 },
      '0.status',
      'must be 200 or an integer from 400 to 599',
    ],
    [
      'an unknown host',
      { on: 'rest', host: 'moon', do: 'reset' },
      '0.host',
      'must be one of messaging, base, platform, outbound',
    ],
    [
      'two ways to select',
      { on: 'frames-up', do: 'drop', every: 2, probability: 0.5 },
      '0.probability',
      'cannot be given together with every',
    ],
    [
      'a seed without a probability',
      { on: 'frames-up', do: 'drop', seed: 1 },
      '0.seed',
      'is for a fault with probability',
    ],
    [
      'a probability of 0',
      { on: 'frames-up', do: 'drop', probability: 0 },
      '0.probability',
      'must be a number above 0 and up to 1',
    ],
    [
      'a count of 0',
      { on: 'frames-up', do: 'drop', count: 0 },
      '0.count',
      'must be an integer from 1 to 1000000',
    ],
    ['a fault that is not an object', 'drop', '0', 'must be an object with on and do'],
  ])('names the issue with %s and injects nothing', async (_, body, field, message) => {
    const { emulator } = await startWithFaults();
    const good = { on: 'connection', do: 'cut' };
    expect(await postFaults(emulator, body)).toEqual({
      status: 400,
      body: refused('Validation error', [{ field, message }]),
    });
    if (!Array.isArray(body)) expect((await postFaults(emulator, [body, good])).status).toBe(400);
    expect(await activeFaults(emulator)).toEqual([]);
  });

  it('lists the event types when one is unknown', async () => {
    const { emulator } = await startWithFaults();
    const { body } = await postFaults(emulator, { on: 'frames-up', do: 'drop', kinds: ['AGENT_MESAGE'] });
    expect(body).toEqual(
      refused('Validation error', [
        {
          field: '0.kinds.0',
          message: `must be one of ${STEMS.join(', ')}`,
        },
      ]),
    );
  });

  it('accepts only JSON, at most twenty faults at once and at most a hundred in all', async () => {
    const { emulator } = await startWithFaults();
    const plain = { headers: { Authorization: `Bearer ${KEY}` }, body: '{"on":"connection","do":"cut"}' };
    expect((await callControl(emulator, 'POST', undefined, plain)).status).toBe(415);
    const drops = (count: number) => Array.from({ length: count }, () => ({ on: 'frames-up', do: 'drop' }));
    expect(await postFaults(emulator, drops(21))).toEqual({
      status: 400,
      body: refused('Validation error', [{ field: '', message: 'must be at most 20 faults' }]),
    });
    for (let batch = 0; batch < 5; batch += 1) await injectFaults(emulator, ...drops(20));
    expect(await postFaults(emulator, drops(1))).toEqual({
      status: 409,
      body: refused('At most 100 faults may be in force; DELETE /control/faults removes them'),
    });
  });

  it.each([
    ['PUT', '/control/faults', 405, 'GET, POST, DELETE'],
    ['GET', '/control/faults/fault-1', 405, 'DELETE'],
    ['GET', '/control/else', 404, null],
  ])('answers %s %s with %i', async (method, path, status, allow) => {
    const { emulator } = await startWithFaults();
    const answer = await callControl(emulator, method, path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
  });

  it('logs a line for each fault that is added and each application, without whole session ids', async () => {
    const lines: string[] = [];
    const { emulator } = await startWithFaults({ log: (line) => lines.push(line) });
    const sessionId = '5d0c9bd8-1111-4000-8000-000000000000';
    await injectFaults(
      emulator,
      { on: 'handshake', do: 'refuse', status: 503, sessionId },
      { on: 'connection', do: 'cut', sessionId },
      { on: 'rest', host: 'messaging', do: 'status', status: 500 },
    );
    await fetch(`${emulator.messagingUrl}/api/v1/access-token`, { method: 'POST' });
    expect(lines.filter((line) => line.startsWith('fault '))).toEqual([
      'fault fault-1 (handshake of session 5d0c9bd8: refuse) added',
      'fault fault-2 (connection of session 5d0c9bd8: cut) applied to 0 at once',
      'fault fault-3 (rest at messaging: status) added',
      'fault fault-3 (rest at messaging: status) applied (1)',
    ]);
    expect(lines.join('\n')).not.toContain(sessionId);
    expect(lines.join('\n')).not.toContain(KEY);
  });
});
