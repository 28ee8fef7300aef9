import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/index.ts';
import { openStore } from '../../../src/emulator/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { handshake, NO_WAIT, newSession, newToken, openSocket, socketUrl } from '../support/visitor.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-journal-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function newFile() {
  files += 1;
  return join(folder, `${files}.db`);
}

function openJournal(name: string) {
  const { journal, close } = openStore(name);
  return { ...journal, close };
}

const NEW = { tokenHash: 'h', streaming: true, platform: 'web', at: 7 };
const START = { id: 'e-1', at: 7, kind: 'sessionIdleWarning' } as const;
const note = (id: string) => ({ id, at: 8, kind: 'userMessage', text: id }) as const;

describe('the journal', () => {
  it('gives each session its own dense sequences', () => {
    const journal = openJournal(':memory:');
    journal.createSession({ ...NEW, id: 'a' }, START);
    journal.createSession({ ...NEW, id: 'b' }, START);
    const given = [
      journal.append('a', note('x')),
      journal.append('b', note('y')),
      journal.append('a', note('z')),
    ];
    expect(given.map(({ sequence }) => sequence)).toEqual([2, 2, 3]);
    expect(journal.events('a', 1)).toEqual([
      { ...note('x'), sequence: 2 },
      { ...note('z'), sequence: 3 },
    ]);
    expect(journal.events('a', 0, 2).map(({ id }) => id)).toEqual(['e-1', 'x']);
    expect(journal.events('none', 0)).toEqual([]);
    journal.close();
  });

  it('ends a session with its last event and keeps the session', () => {
    const journal = openJournal(':memory:');
    journal.createSession({ ...NEW, id: 'a' }, START);
    journal.createSession({ ...NEW, id: 'b' }, START);
    journal.append('a', { id: 'e', at: 9, kind: 'sessionEnd', reason: 'user_end' });
    expect([journal.sessionIds(), journal.openSessionIds()]).toEqual([['a', 'b'], ['b']]);
    expect([journal.session('a')?.isOver, journal.session('b')?.isOver, journal.session('c')]).toEqual([
      true,
      false,
      undefined,
    ]);
    journal.close();
    journal.close();
  });

  it('stores no session when its first event cannot be stored', () => {
    const journal = openJournal(':memory:');
    const circular: Record<string, unknown> = { ...START };
    circular['self'] = circular;
    expect(() => journal.createSession({ ...NEW, id: 'a' }, circular as never)).toThrow();
    expect(journal.sessionIds()).toEqual([]);
    journal.close();
  });

  it('writes a write-ahead file that other programs can read', () => {
    const file = newFile();
    const journal = openJournal(file);
    journal.createSession({ ...NEW, id: 'a' }, START);
    const outside = new Database(file);
    expect(outside.prepare('SELECT id FROM sessions').all()).toEqual([{ id: 'a' }]);
    expect(outside.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    outside.close();
    journal.close();
  });

  it('keeps everything over a restart', () => {
    const file = newFile();
    const first = openJournal(file);
    const secret = first.setting('signing_secret', () => 'made');
    first.createSession({ ...NEW, id: 'a' }, START);
    first.touch('a', 99);
    first.storeConversation('a', { partner: 'live-agent', language: 'fr' });
    first.close();
    const second = openJournal(file);
    expect([secret, second.setting('signing_secret', () => 'made again')]).toEqual(['made', 'made']);
    expect(second.session('a')).toEqual({
      id: 'a',
      tokenHash: 'h',
      streaming: true,
      activeAt: 99,
      isDebugChat: false,
      isOver: false,
      conversation: { partner: 'live-agent', language: 'fr' },
    });
    second.close();
  });

  it('refuses a file of another program', async () => {
    const [text, other] = [newFile(), newFile()];
    writeFileSync(text, 'not a database, but long enough to look at');
    const db = new Database(other);
    db.exec('CREATE TABLE recipes (name TEXT)');
    db.close();
    expect(() => openJournal(text)).toThrow();
    expect(() => openJournal(other)).toThrow(
      /^unable to open the journal .*; it was written by something else$/,
    );
    await expect(startEmulator({ journal: other })).rejects.toThrow('unable to open the journal');
  });

  it.each([
    ['a later', 99],
    ['an unreleased', 8],
  ])('refuses a file of %s version and leaves it unchanged', (which, version) => {
    const file = newFile();
    const db = new Database(file);
    db.exec(`CREATE TABLE settings (name TEXT); PRAGMA user_version = ${version}`);
    db.close();
    expect(() => openJournal(file)).toThrow(
      new RegExp(`^unable to open the journal .*; it was written by ${which} version$`),
    );
    const again = new Database(file);
    expect(again.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'settings' }]);
    again.close();
  });
});

describe('a platform with a journal file', () => {
  it('a platform with a journal continues after a restart with connector, token and conversations', async () => {
    const clock = createFakeClock();
    const options = { clock, journal: newFile(), pace: NO_WAIT };
    const before = await startEmulator(options);
    const session = await newSession(before, { streaming_enabled: true });
    const socket = await openSocket(before, session);
    socket.join();
    socket.say('french');
    await socket.settled();
    const stored = before.journalOf(session.id);
    await before.close();

    const after = await startEmulator(options);
    expect([after.connectorToken, after.sessions(), after.journalOf(session.id)]).toEqual([
      before.connectorToken,
      [session.id],
      stored,
    ]);
    const resumed = await openSocket(after, session, { cursor: String(stored.length) });
    resumed.say('Quels sont vos horaires ?');
    await resumed.settled();
    expect(resumed.frames[0]).toMatchObject({ payload: { events: [] } });
    const answer = resumed.events().map((event) => (event.kind === 'agentMessageChunk' ? event.text : ''));
    expect(answer.join('')).toContain('du lundi au vendredi');
    expect(after.journalOf(session.id).map(({ sequence }) => sequence)).toEqual(
      after.journalOf(session.id).map((_, at) => at + 1),
    );
    const stranger = await newToken(after);
    const query = { session_id: session.id, access_token: stranger };
    expect(await handshake(socketUrl(after, query))).toMatchObject({ status: 401 });
    await after.close();
  });

  it('ends sessions that were idle for too long, and continues the idle time of the others', async () => {
    const clock = createFakeClock();
    const options = { clock, journal: newFile(), sessionIdleMs: 1000 };
    const before = await startEmulator(options);
    const stale = await newSession(before);
    clock.advance(600);
    const fresh = await newSession(before);
    await before.close();
    clock.advance(400);

    const after = await startEmulator(options);
    const ends = () =>
      [stale, fresh].map(({ id }) => after.journalOf(id).some(({ kind }) => kind === 'sessionEnd'));
    expect(ends()).toEqual([true, false]);
    clock.advance(599);
    expect(ends()).toEqual([true, false]);
    clock.advance(1);
    expect(ends()).toEqual([true, true]);
    await after.close();
  });
});
