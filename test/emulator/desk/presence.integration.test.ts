import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { KEY, startWithFaults } from '../faults/control-client.ts';
import { newSession, openSocket } from '../support/visitor.ts';
import { cookieOf, joinDesk, openPage, post, signIn } from './live-agent.ts';

const HALF_DAY_MS = 12 * 3_600_000;

/** A platform with a staffed desk, and a visitor who has sent a message. */
async function startWithVisitor(...words: readonly string[]) {
  const lines: string[] = [];
  const options = { log: (line: string) => lines.push(line), sessionIdleMs: 2 * HALF_DAY_MS };
  const { emulator, clock } = await startWithFaults(options);
  const person = await joinDesk(emulator);
  const session = await newSession(emulator);
  const socket = await openSocket(emulator, session);
  socket.join();
  for (const text of words) socket.say(text);
  await socket.settled();
  return { emulator, clock, lines, person, id: session.id, socket };
}

const states = (page: { desk(): { chats: readonly { state: string }[] } }) =>
  page.desk().chats.map(({ state }) => state);
const signInAgain = (emulator: Emulator, name: string, cookie: string) =>
  signIn(emulator, { key: KEY, name }, { Cookie: cookie });

describe('a live agent', () => {
  it('a disconnected live agent can take a visitor, and loses them when they stay disconnected', async () => {
    const { emulator, clock, person, id } = await startWithVisitor('human');
    const cookie = cookieOf(await signIn(emulator, { key: KEY, name: 'Grace' }));
    expect((await post(emulator, cookie, `chats/${id}/take`)).status).toBe(204);
    await person.until(() => states(person).length === 0);
    clock.advance(30_000);
    await person.until(() => states(person)[0] === 'waiting');
  });

  it('a live agent who signs out on one page is signed out on all, and their visitors wait for others', async () => {
    const { emulator, person, id, socket } = await startWithVisitor('human');
    const other = await openPage(emulator, person.cookie);
    await person.post(`chats/${id}/take`);
    await person.post('sign-out');
    await Promise.all([person.ended, other.ended]);
    expect(await socket.until('liveAgentLeft')).toMatchObject({ person: { name: 'Ada' }, reason: 'left' });
    expect(states(await joinDesk(emulator, 'Grace'))).toEqual(['waiting']);
  });

  it('a live agent gets no more events after their sign-in has expired', async () => {
    const { clock, person } = await startWithVisitor();
    clock.advance(HALF_DAY_MS - 1);
    await person.post('available', { available: false });
    await person.until(() => !person.desk().available);
    clock.advance(1);
    await person.ended;
  });

  it('a live agent keeps their id under the same name, and gets a new one under another', async () => {
    const { emulator, person, id } = await startWithVisitor('human');
    await person.post(`chats/${id}/take`);
    const same = await openPage(emulator, cookieOf(await signInAgain(emulator, 'Ada', person.cookie)));
    expect(states(same)).toEqual(['mine']);
    const grace = await openPage(emulator, cookieOf(await signInAgain(emulator, 'Grace', person.cookie)));
    await Promise.all([person.ended, same.ended]);
    expect(states(grace)).toEqual(['waiting']);
  });

  it('an unavailable live agent stays so when their page comes back after a while', async () => {
    const { emulator, clock, lines, person } = await startWithVisitor();
    await person.post('available', { available: false });
    person.close();
    await expect.poll(() => lines.at(-1)).toMatch(/ closed a page$/);
    clock.advance(60_000);
    expect((await openPage(emulator, person.cookie)).desk().available).toBe(false);
  });

  it('a message is sent once when it is posted twice while the agent still speaks', async () => {
    const { emulator, clock } = await startWithFaults({ pace: { wordMs: 40, thinkingMs: 400 } });
    const person = await joinDesk(emulator);
    const session = await newSession(emulator);
    const socket = await openSocket(emulator, session);
    socket.join();
    socket.say('slow');
    socket.say('human');
    await person.until(() => states(person).length === 1);
    await person.post(`chats/${session.id}/take`);
    const message = { id: randomUUID(), text: 'Once' };
    for (let time = 0; time < 2; time += 1) await person.post(`chats/${session.id}/message`, message);
    clock.advance(60_000);
    const said = emulator.journalOf(session.id).filter(({ kind }) => kind === 'liveAgentMessage');
    expect(said).toMatchObject([{ messageId: message.id, text: 'Once' }]);
  });
});

describe('the event stream of the desk', () => {
  it('a HEAD request opens no event stream', async () => {
    const { emulator } = await startWithFaults();
    const headers = { Cookie: cookieOf(await signIn(emulator, { key: KEY, name: 'Ada' })) };
    const answer = await fetch(`${emulator.messagingUrl}/desk/events`, { method: 'HEAD', headers });
    expect(answer.status).toBe(200);
    const socket = await openSocket(emulator, await newSession(emulator));
    socket.join();
    socket.say('human');
    await socket.settled();
    expect(socket.events().map(({ kind }) => kind)).toContain('liveAgentMessage');
  });

  it('S-91: refuses the event stream to pages of other ports', async () => {
    const { emulator, person } = await startWithVisitor();
    const from = async (site: string) => {
      const leaving = new AbortController();
      const answer = await fetch(`${emulator.messagingUrl}/desk/events`, {
        headers: { Cookie: person.cookie, 'Sec-Fetch-Site': site },
        signal: leaving.signal,
      });
      leaving.abort();
      return [answer.status, answer.headers.get('Cross-Origin-Resource-Policy')];
    };
    expect(await from('same-site')).toEqual([403, null]);
    expect(await from('cross-site')).toEqual([403, null]);
    expect(await from('same-origin')).toEqual([200, 'same-origin']);
  });

  it('closes the event stream of a page that does not read, and no other', async () => {
    const { emulator, lines, person, id, socket } = await startWithVisitor('human');
    const page = connect(Number(new URL(emulator.messagingUrl).port), '127.0.0.1');
    const host = new URL(emulator.messagingUrl).host;
    page.write(`GET /desk/events HTTP/1.1\r\nHost: ${host}\r\nCookie: ${person.cookie}\r\n\r\n`);
    await once(page, 'readable');
    const closings = () => lines.filter((line) => line.endsWith(' closed a page')).length;
    // More than the buffers of a TCP connection hold.
    for (let round = 0; round < 16; round += 1) {
      const before = person.entries(id).length;
      for (let at = 0; at < 10; at += 1) socket.say('a'.repeat(100_000));
      await person.until(() => person.entries(id).length === before + 10);
    }
    await expect.poll(closings).toBe(1);
    await person.post('available', { available: false });
    await person.until(() => !person.desk().available);
    page.destroy();
  });
});
