import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speechMs } from '../../../../src/emulator/conversations/generator.ts';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { newSession } from '../../support/visitor.ts';
import { envelopeError, NEW_CONNECTION, onBase } from './rest-calls.ts';

let emulator: Emulator;
/** A call in which the caller gives a name and a number. */
let call: Call;
/** A call in which the caller interrupts the agent. */
let interrupted: Call;

interface Turn {
  readonly user_input: string;
  readonly user_input_datetime: string;
  readonly barge_in: boolean;
  readonly agent_response_datetime: string;
}
interface Call {
  readonly conversationId: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly audioUrl: string;
  readonly channel: string;
  readonly turns: readonly Turn[];
}

beforeAll(async () => {
  emulator = await startEmulator({
    clock: createFakeClock(),
    conversations: { count: 60, seed: 2 },
    keys: [{ family: 'base', key: 'no-pii', permissions: ['conversations'] }],
  });
  const base = onBase(emulator);
  const { body } = await base('GET', '/v1/agents/shop/conversations?limit=60');
  const calls = (body as { conversations: readonly Call[] }).conversations.filter(
    (conversation) => conversation.audioUrl,
  );
  const details = await Promise.all(
    calls.map(
      async (call) =>
        (await base('GET', `/v1/agents/shop/conversations/${call.conversationId}`)).body as Call,
    ),
  );
  const named = details.find((detail) =>
    detail.turns.some(({ user_input: said }) => /^(?:My name is|Mon nom est) /.test(said)),
  );
  const barging = details.find((detail) => detail.turns.some((turn) => turn.barge_in));
  if (named === undefined || barging === undefined) throw new Error('no such call');
  [call, interrupted] = [named, barging];
});
afterAll(() => emulator.close());

async function download(query = '', headers: Record<string, string> = {}, key = emulator.baseKey, of = call) {
  const answer = await fetch(`${of.audioUrl}?${query}`, {
    headers: { ...NEW_CONNECTION, 'X-API-KEY': key, ...headers },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}
const samplesOf = (bytes: Buffer) =>
  Array.from({ length: (bytes.length - 44) / 2 }, (_, at) => bytes.readInt16LE(44 + at * 2));
/** True if there is sound in a time range around a time of the call. */
function hasSound(bytes: Buffer, time: string, fromMs: number, toMs: number, of = call): boolean {
  const at = Date.parse(time) - Date.parse(of.startedAt);
  return samplesOf(bytes)
    .slice((at + fromMs) * 8, (at + toMs) * 8)
    .some((sample) => sample !== 0);
}

describe('a recording (R-11.3, R-13.2)', () => {
  it('a recording is a WAV file as long as the call and the same at every download', async () => {
    const { answer, bytes } = await download();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('accept-ranges')]).toEqual([
      200,
      'audio/wav',
      'bytes',
    ]);
    const seconds = (Date.parse(call.finishedAt) - Date.parse(call.startedAt)) / 1_000;
    expect({
      riff: bytes.toString('latin1', 0, 4),
      riffBytes: bytes.readUInt32LE(4),
      format: bytes.toString('latin1', 8, 16),
      pcm: bytes.readUInt16LE(20),
      channels: bytes.readUInt16LE(22),
      rate: bytes.readUInt32LE(24),
      bits: bytes.readUInt16LE(34),
      data: bytes.readUInt32LE(40),
      contentLength: answer.headers.get('content-length'),
    }).toEqual({
      riff: 'RIFF',
      riffBytes: bytes.length - 8,
      format: 'WAVEfmt ',
      pcm: 1,
      channels: 1,
      rate: 8_000,
      bits: 16,
      data: bytes.length - 44,
      contentLength: String(bytes.length),
    });
    expect(bytes.length).toBe(44 + Math.round(seconds * 8_000) * 2);
    expect((await download()).bytes.equals(bytes)).toBe(true);
  });

  it('a recording has both sides or the requested one, at the right times', async () => {
    const [both, user, agent] = await Promise.all(
      ['', 'direction=user', 'direction=agent'].map(async (query) => (await download(query)).bytes),
    );
    if (!both || !user || !agent) throw new Error('no recordings');
    expect((await download('direction=combined')).bytes.equals(both)).toBe(true);
    const turn = call.turns.find((turn) => turn.user_input !== '');
    if (turn === undefined) throw new Error('no turn with an input');
    const said = [turn.user_input_datetime, -500, 0] as const;
    const answered = [turn.agent_response_datetime, 0, 500] as const;
    expect([both, user, agent].map((recording) => hasSound(recording, ...said))).toEqual([true, true, false]);
    expect([both, user, agent].map((recording) => hasSound(recording, ...answered))).toEqual([
      true,
      false,
      true,
    ]);
    const other = samplesOf(agent);
    const sum = samplesOf(user).map((sample, at) => sample + (other[at] ?? 0));
    expect(Buffer.from(Int16Array.from(sum).buffer).equals(both.subarray(44))).toBe(true);
  });

  it('a recording has no speech of the agent after an interruption', async () => {
    const [user, agent] = await Promise.all(
      ['user', 'agent'].map(
        async (side) => (await download(`direction=${side}`, {}, emulator.baseKey, interrupted)).bytes,
      ),
    );
    const turn = interrupted.turns.find(({ barge_in }) => barge_in);
    if (!user || !agent || !turn) throw new Error('no turn with a barge-in');
    const { user_input: said, user_input_datetime: until } = turn;
    const heard = (buffer: Buffer, fromMs: number, toMs: number) =>
      hasSound(buffer, until, fromMs, toMs, interrupted);
    const spokenMs = speechMs(said);
    expect([heard(agent, -spokenMs - 500, -spokenMs), heard(agent, -spokenMs, 0)]).toEqual([true, false]);
    expect([heard(user, -spokenMs - 400, -spokenMs), heard(user, -spokenMs, 0)]).toEqual([false, true]);
  });

  it('a redacted recording is silent instead of personal data', async () => {
    const whole = (await download('redacted=false')).bytes;
    const redacted = (await download('redacted=true')).bytes;
    const personal = call.turns.find(({ user_input: said }) => /^(?:My name is|Mon nom est) /.test(said));
    const heard = (buffer: Buffer) => hasSound(buffer, personal?.user_input_datetime ?? '', -500, 0);
    expect([heard(whole), heard(redacted)]).toEqual([true, false]);
    expect(samplesOf(redacted).some((sample) => sample !== 0)).toBe(true);
    // Without the permission it is always redacted.
    for (const query of ['', 'redacted=false', 'redacted=true'])
      expect((await download(query, {}, 'no-pii')).bytes.equals(redacted)).toBe(true);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=43-44', 43, 45],
    ['bytes=10001-90000', 10_001, 90_001],
    ['bytes=100000-', 100_000, Number.POSITIVE_INFINITY],
    ['bytes=100000-999999999', 100_000, Number.POSITIVE_INFINITY],
    ['bytes=-7', -7, Number.POSITIVE_INFINITY],
  ])('a recording returns the requested bytes for %s', async (range, from, to) => {
    const whole = (await download()).bytes;
    const { answer, bytes } = await download('', { Range: range });
    const part = whole.subarray(from, to);
    const first = from < 0 ? whole.length + from : from;
    expect([
      answer.status,
      answer.headers.get('content-range'),
      answer.headers.get('content-length'),
    ]).toEqual([206, `bytes ${first}-${first + part.length - 1}/${whole.length}`, String(part.length)]);
    expect(bytes.equals(part)).toBe(true);
  });

  it('answers 416 for a range after its end', async () => {
    const { length } = (await download()).bytes;
    for (const range of [`bytes=${length}-`, 'bytes=-0']) {
      const { answer, bytes } = await download('', { Range: range });
      expect([answer.status, answer.headers.get('content-range'), JSON.parse(bytes.toString())]).toEqual([
        416,
        `bytes */${length}`,
        envelopeError(416, 'RANGE_NOT_SATISFIABLE', 'The range is beyond the end').body,
      ]);
    }
    expect((await download('', { Range: `bytes=${length - 1}-` })).answer.status).toBe(206);
  });

  it.each([
    { Range: 'bytes=5-4' },
    { Range: 'bytes=0-1,3-4' },
    { Range: 'lines=0-1' },
    { Range: 'bytes=-' },
    { Range: 'bytes=0-1', 'If-Range': '"some"' },
  ])('returns a recording whole for %j', async (headers) => {
    const { answer, bytes } = await download('', headers);
    expect([answer.status, bytes.length]).toEqual([200, (await download()).bytes.length]);
  });

  it('there is no recording of a chat or an unknown conversation', async () => {
    const base = onBase(emulator);
    const missing = envelopeError(
      404,
      'CONVERSATIONS_RECORDING_NOT_FOUND',
      'Audio recording not found for this conversation.',
    );
    const { id } = await newSession(emulator);
    expect(await base('GET', `/v1/agents/shop/conversations/${id}/audio`)).toEqual(missing);
    expect(await base('GET', '/v1/agents/shop/conversations/never/audio')).toEqual(
      envelopeError(404, 'CONVERSATIONS_NOT_FOUND', 'Conversation ID does not exist.'),
    );
  });

  it('refuses an unknown direction', async () => {
    const { bytes } = await download('direction=left&redacted=maybe');
    expect(JSON.parse(bytes.toString())).toEqual(
      envelopeError(
        400,
        'VALIDATION_ERROR',
        'direction must be one of combined, user, agent; redacted must be true or false',
      ).body,
    );
  });
});
