import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { brokenFrames } from '../support/broken-frames.ts';
import { answersIn, sendRaw } from '../support/raw-request.ts';
import { AT_ONCE, newSession, openSocket, type Session, socketUrl } from './visitor.ts';

/** The agent answers each message that can be read, so one session is not given all of them. */
const ROUNDS = 100;
const IN_A_ROUND = 2_000;

let emulator: Emulator;
const lines: string[] = [];
beforeAll(async () => {
  emulator = await startEmulator({ pace: AT_ONCE, log: (line) => void lines.push(line) });
});
afterAll(() => emulator.close());

describe('S-93: a socket', () => {
  const open = async (session?: Session) => openSocket(emulator, session ?? (await newSession(emulator)));

  it.each([
    ['two hosts', 'host: b\r\n', 400],
    ['too many headers', 'X-A: 1\r\n'.repeat(97), 431],
  ])('S-55: is not opened by a handshake with %s', async (_, headers, status) => {
    const { id, token } = await newSession(emulator);
    const head = `GET /ws?session_id=${id}&access_token=${token} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const text = await sendRaw(emulator.messagingUrl, `${head}${key}${headers}\r\n`);
    expect(answersIn(text)).toEqual({ count: 1, status });
  });

  it('S-73: adds up the fragments of a message, and closes with 1009 where they are too long', async () => {
    const { id, token } = await newSession(emulator);
    const socket = new WebSocket(socketUrl(emulator, { session_id: id, access_token: token }));
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    await new Promise((opened) => socket.on('open', opened));
    socket.send('x'.repeat(131_072), { fin: false });
    socket.send('x', { fin: false });
    expect(await closed).toBe(1009);
  });

  it('S-73: is never compressed, though the client offers it', async () => {
    const { id, token } = await newSession(emulator);
    const url = socketUrl(emulator, { session_id: id, access_token: token });
    const socket = new WebSocket(url, { perMessageDeflate: true });
    await new Promise((opened) => socket.on('open', opened));
    expect(socket.extensions).toBe('');
    socket.terminate();
  });

  it('S-73: that floods the platform with pings is cut, and no other', async () => {
    const [flooding, other] = [await open(), await open()];
    flooding.ping(10_000);
    expect(await flooding.closed).toBe(1006);
    await other.settled();
    await other.close();
  });

  it('S-73: lives through empty frames and binary ones, each answered in a line', async () => {
    const socket = await open();
    for (let nth = 0; nth < 1_000; nth += 1) socket.sendRaw(nth % 2 === 0 ? '' : new Uint8Array([nth % 256]));
    await socket.settled();
    expect(socket.frames).toHaveLength(1 + 1_000 + 1);
    await socket.close();
  });

  it('S-79: lives through 200,000 frames that are broken in every way', { timeout: 300_000 }, async () => {
    const frames = brokenFrames(79);
    const { length } = lines;
    const sequences = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = await newSession(emulator);
      const socket = await open(session);
      for (let nth = 0; nth < IN_A_ROUND; nth += 1) socket.sendRaw(frames.next().value);
      await socket.settled();
      await socket.close();
      sequences.push(...emulator.journalOf(session.id).map(({ sequence }, at) => (sequence ?? 0) - at));
      emulator.expireSession(session.id);
    }
    // Whatever was stored has its place in its session.
    expect(new Set(sequences)).toEqual(new Set([1]));
    expect(sequences.length).toBeGreaterThan(ROUNDS * 10);
    expect(lines.slice(length).filter((line) => !/^session \w+ (created|ended)/.test(line))).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});
