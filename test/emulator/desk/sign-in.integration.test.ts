import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { KEY, startWithFaults } from '../faults/control-client.ts';
import { newSession, openSocket } from '../support/visitor.ts';
import { cookieOf, joinDesk, openPage, post, signIn } from './live-agent.ts';

const desk = ({ messagingUrl }: Emulator, path = '', init: RequestInit = {}) =>
  fetch(`${messagingUrl}/desk${path}`, { redirect: 'manual', ...init });

/** The status of a call with a foreign name in its Host header. */
const underName = ({ messagingUrl }: Emulator, path: string, host: string, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    request(`${messagingUrl}${path}`, { method, headers: { Host: host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('signing in to the desk', () => {
  it('nobody can sign in without a control key, and the page says how to set one', async () => {
    const { emulator } = await startWithFaults({ controlKey: undefined });
    const answer = await desk(emulator);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=UTF-8']);
    expect(await answer.text()).toContain('FOYER_CONTROL_KEY');
    expect((await signIn(emulator, { key: KEY, name: 'Ada' })).status).toBe(404);
    expect((await desk(emulator, '/events')).status).toBe(404);
  });

  it('takes the key and a name, and sets a cookie that no script can read', async () => {
    const { emulator } = await startWithFaults();
    const asking = await desk(emulator);
    expect(asking.status).toBe(200);
    expect(await asking.text()).toContain('Control key');
    const answer = await signIn(emulator, { key: KEY, name: '  Ada  ' });
    expect([answer.status, answer.headers.get('Refresh')]).toEqual([200, '0; url=/desk']);
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^foyer_desk_\d+=[^;]+; Path=\/desk; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('Set-Cookie')).not.toContain(KEY);
    const page = await openPage(emulator, cookieOf(answer));
    expect(page.desk().name).toBe('Ada');
    const opened = await desk(emulator, '', { headers: { Cookie: cookieOf(answer) } });
    expect(await opened.text()).toContain('/desk/desk.js');
    expect(opened.headers.get('Content-Security-Policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
  });

  it.each([
    ['no key', { name: 'Ada' }, 401, 'not the control key'],
    ['another key', { key: 'a-control-key-for-nobody', name: 'Ada' }, 401, 'not the control key'],
    ['no name', { key: KEY }, 400, '1 to 40 characters'],
    ['a blank name', { key: KEY, name: '   ' }, 400, '1 to 40 characters'],
    ['a name of which nothing can be seen', { key: KEY, name: '\u200d' }, 400, '1 to 40 characters'],
    ['a name of 41 characters', { key: KEY, name: 'a'.repeat(41) }, 400, '1 to 40 characters'],
    ['a name that writes backwards', { key: KEY, name: 'Ada\u202e' }, 400, '1 to 40 characters'],
  ])(
    'refuses %s and keeps the typed name in the form',
    async (_, fields: Record<string, string>, status, why) => {
      const { emulator } = await startWithFaults();
      const answer = await signIn(emulator, fields);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([status, null]);
      expect(text).toContain(why);
      expect(text).toContain(`value="${fields['name'] ?? ''}"`);
      expect(text).not.toContain(KEY);
    },
  );

  it.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    [
      'that breaks off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nx',
    ],
    ['with a part without a name', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
  ])('answers a form %s with 400', async (_, type, body) => {
    const { emulator } = await startWithFaults();
    const answer = await desk(emulator, '/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    expect(answer.status).toBe(400);
  });

  it('shows markup in a name as text', async () => {
    const { emulator } = await startWithFaults();
    const answer = await signIn(emulator, { key: 'wrong', name: '"><script>alert(1)</script>' });
    expect(await answer.text()).not.toContain('<script>alert');
  });

  it('accepts a name of 40 characters', async () => {
    const { emulator } = await startWithFaults();
    expect((await joinDesk(emulator, 'é'.repeat(40))).desk().name).toBe('é'.repeat(40));
    expect((await joinDesk(emulator, 'می\u200cنا')).desk().name).toBe('می\u200cنا');
  });

  it('blocks sign-ins for a minute after five wrong keys, even with the right one', async () => {
    const { emulator, clock } = await startWithFaults();
    for (let at = 0; at < 5; at += 1) await signIn(emulator, { key: 'wrong', name: 'Ada' });
    clock.advance(15_000);
    const answer = await signIn(emulator, { key: KEY, name: 'Ada' });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '45']);
    clock.advance(45_000);
    expect((await signIn(emulator, { key: KEY, name: 'Ada' })).status).toBe(200);
  });

  it('a sign-in expires after twelve hours, and a changed or foreign cookie is not valid', async () => {
    const { emulator, clock } = await startWithFaults();
    const cookie = cookieOf(await signIn(emulator, { key: KEY, name: 'Ada' }));
    const other = await startWithFaults({ controlKey: `${KEY}-2` });
    const status = async (text: string, at = emulator) =>
      (await post(at, text, 'available', { available: true })).status;
    const port = ({ messagingUrl }: Emulator) => new URL(messagingUrl).port;
    expect([
      await status(cookie),
      await status(''),
      await status(cookie.replace('Ada', 'Bob')),
      await status(cookie.replace(port(emulator), port(other.emulator)), other.emulator),
    ]).toEqual([204, 401, 401, 401]);
    clock.advance(12 * 3_600_000);
    expect(await status(cookie)).toBe(401);
  });

  it('a sign-in ends with signing out', async () => {
    const { emulator } = await startWithFaults();
    const { cookie } = await joinDesk(emulator);
    const answer = await desk(emulator, '/sign-out', { method: 'POST', headers: { Cookie: cookie } });
    expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([
      204,
      expect.stringMatching(/=; Max-Age=0; Path=\/desk$/),
    ]);
  });

  it('S-91: refuses pages of other origins and foreign names', async () => {
    const { emulator } = await startWithFaults({ controlOrigins: ['http://shop.example'] });
    const { cookie } = await joinDesk(emulator);
    const from = async (origin: string, path: string, method = 'POST') =>
      (await desk(emulator, path, { method, headers: { Origin: origin, Cookie: cookie } })).status;
    const strangers = [
      'null',
      'http://evil.example',
      'http://127.0.0.1:1',
      `${emulator.messagingUrl}.evil.example`,
    ];
    const paths = ['/sign-in', '/available', '/chats/x/take', '/sign-out'];
    const answers = await Promise.all(
      strangers.flatMap((stranger) => paths.map((path) => from(stranger, path))),
    );
    expect(answers).toEqual(answers.map(() => 403));
    expect(await from('http://evil.example', '/events', 'GET')).toBe(403);
    expect(await from('http://shop.example', '/available')).toBe(403);
    expect(await from('http://shop.example', '/sign-in')).toBe(401);
    const names = [
      'evil.example',
      `evil.example:${new URL(emulator.messagingUrl).port}`,
      '127.0.0.1.evil.example',
    ];
    for (const name of names) {
      expect(await underName(emulator, '/desk', name)).toBe(403);
      expect(await underName(emulator, '/desk/sign-in', name, 'POST')).toBe(403);
    }
  });

  it('leaves neither keys nor message texts nor whole session ids in the log', async () => {
    const lines: string[] = [];
    const { emulator } = await startWithFaults({ log: (line) => lines.push(line) });
    await signIn(emulator, { key: 'guess-guess-guess', name: 'Ada' });
    const person = await joinDesk(emulator);
    const session = await newSession(emulator);
    const socket = await openSocket(emulator, session);
    socket.join();
    socket.say('human');
    socket.say('My secret');
    await person.until(() => person.desk().chats.length === 1);
    await person.post(`chats/${session.id}/take`);
    const log = lines.join('\n');
    expect(log).toContain(`takes session ${session.id.slice(0, 8)}`);
    expect([KEY, 'guess-guess', 'My secret', session.id, 'Ada'].filter((item) => log.includes(item))).toEqual(
      [],
    );
  });
});

describe('a request of a live agent', () => {
  const MESSAGE = { id: '6f8b7d64-4f0e-4c3e-9f2a-1d2c3b4a5e6f', text: 'Hello' };

  it.each([
    ['a message without text', 'message', { id: MESSAGE.id }, 400],
    ['an empty message', 'message', { ...MESSAGE, text: '' }, 400],
    ['a blank message', 'message', { ...MESSAGE, text: ' \n' }, 400],
    ['a message of 4,001 characters', 'message', { ...MESSAGE, text: 'a'.repeat(4_001) }, 400],
    [
      'a message of 4,000 characters, in no conversation',
      'message',
      { ...MESSAGE, text: 'a'.repeat(4_000) },
      404,
    ],
    ['an id that is none', 'message', { ...MESSAGE, id: '1' }, 400],
    ['a field that is not known', 'message', { ...MESSAGE, html: 'x' }, 400],
    ['another kind of typing', 'typing', { state: 'maybe' }, 400],
    ['a field where there is none', 'take', { now: true }, 400],
    ['a body that is too large', 'message', { ...MESSAGE, text: 'a'.repeat(20_000) }, 413],
    ['something nobody can do', 'dance', {}, 404],
  ])('refuses a request of a live agent when it is %s', async (_, verb, body, status) => {
    const { emulator } = await startWithFaults();
    const { cookie } = await joinDesk(emulator);
    expect((await post(emulator, cookie, `chats/${MESSAGE.id}/${verb}`, body)).status).toBe(status);
  });
});
