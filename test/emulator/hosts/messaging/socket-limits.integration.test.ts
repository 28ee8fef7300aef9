import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { corruptedFrames } from '../../../support/corrupted-frames.ts';
import { countResponses, sendRaw } from '../../../support/raw-request.ts';
import { CORRUPTED_FRAMES } from '../../../support/sizes.ts';
import { NO_WAIT, newSession, openSocket, type Session, socketUrl } from '../../support/visitor.ts';

/** The agent answers each readable message, so the frames are spread over several sessions. */
const IN_A_ROUND = 2_000;
const ROUNDS = CORRUPTED_FRAMES / IN_A_ROUND;

let emulator: Emulator;
const lines: string[] = [];
beforeAll(async () => {
  emulator = await startEmulator({ pace: NO_WAIT, log: (line) => void lines.push(line) });
});
afterAll(() => emulator.close());

describe('S-93: a socket', () => {
  const open = async (session?: Session) => openSocket(emulator, session ?? (await newSession(emulator)));

  it.each([
    ['two hosts', 'host: b\r\n', 400],
    ['too many headers', 'X-A: 1\r\n'.repeat(97), 431],
  ])('S-55: a handshake with %s opens no socket', async (_, headers, status) => {
    const { id, token } = await newSession(emulator);
    const head = `GET /ws?session_id=${id}&access_token=${token} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const text = await sendRaw(emulator.messagingUrl, `${head}${key}${headers}\r\n`);
    expect(countResponses(text)).toEqual({ count: 1, status });
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('S-60: refuses a handshake with a wrong key, with the security headers', async () => {
    const { id, token } = await newSession(emulator);
    const text = await sendRaw(
      emulator.messagingUrl,
      `GET /ws?session_id=${id}&access_token=${token} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: none\r\n\r\n',
    );
    expect(countResponses(text)).toEqual({ count: 1, status: 400 });
    expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('S-73: adds up the fragments of a message, and closes with 1009 when they are too long', async () => {
    const { id, token } = await newSession(emulator);
    const socket = new WebSocket(socketUrl(emulator, { session_id: id, access_token: token }));
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    await new Promise((opened) => socket.on('open', opened));
    socket.send('x'.repeat(131_072), { fin: false });
    socket.send('x', { fin: false });
    expect(await closed).toBe(1009);
  });

  it('S-73: compresses nothing, even if the client offers compression', async () => {
    const { id, token } = await newSession(emulator);
    const url = socketUrl(emulator, { session_id: id, access_token: token });
    const socket = new WebSocket(url, { perMessageDeflate: true });
    await new Promise((opened) => socket.on('open', opened));
    expect(socket.extensions).toBe('');
    socket.terminate();
  });

  it('S-73: closes a socket that floods the platform with pings, and no other', async () => {
    const [flooding, other] = [await open(), await open()];
    flooding.ping(10_000);
    expect(await flooding.closed).toBe(1006);
    await other.settled();
    await other.close();
  });

  it('S-73: a socket stays open after empty and binary frames, and each gets an answer', async () => {
    const socket = await open();
    for (let nth = 0; nth < 1_000; nth += 1) socket.sendRaw(nth % 2 === 0 ? '' : new Uint8Array([nth % 256]));
    await socket.settled();
    expect(socket.frames).toHaveLength(1 + 1_000 + 1);
    await socket.close();
  });

  it(`S-79: survives ${CORRUPTED_FRAMES} corrupted frames`, async () => {
    const frames = corruptedFrames(79);
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
    // Each stored event has its sequence in its session.
    expect(new Set(sequences)).toEqual(new Set([1]));
    expect(sequences.length).toBeGreaterThan(ROUNDS * 10);
    expect(lines.slice(length).filter((line) => !/^session \w+ (created|ended)/.test(line))).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});
