import { isPersonal } from '../model/entities.ts';
import type { Turn } from '../model/turn.ts';
import { speechMs } from './generator.ts';

/**
 * Synthetic recording of a call: one tone for each letter, lower for the agent. A sample depends on its position only, so
 * any part can be generated without the part before it. PCM, 8 kHz, 16 bits, mono.
 */
export interface Recording {
  /** Length of the whole WAV file. */
  readonly byteLength: number;
  /** The bytes from `from` up to and excluding `to`. */
  read(from: number, to: number): Uint8Array;
}

export type Direction = 'combined' | 'user' | 'agent';

interface Utterance {
  readonly by: 'user' | 'agent';
  /** The part of the text that was spoken before an interruption. */
  readonly text: string;
  readonly fullText: string;
  /** First sample. */
  readonly begin: number;
  /** Sample after the last. */
  readonly end: number;
}

const RATE = 8_000;
const BYTES = 2;
const HEADER_BYTES = 44;
const LOUDNESS = 6_000;
const BASE_HZ = { user: 320, agent: 180 };

const samplesIn = (ms: number) => Math.round((ms * RATE) / 1_000);

/** Utterances of both sides. An input ends at its time; a response begins at its time and ends early at a barge-in. */
function utterancesOf(turns: readonly Turn[], startedAt: number, endedAt: number): readonly Utterance[] {
  function between(by: Utterance['by'], text: string, from: number, until: number): Utterance {
    const to = from + speechMs(text);
    const end = Math.min(to, until, endedAt);
    const spoken = text.slice(0, Math.ceil((text.length * (end - from)) / (to - from)));
    return {
      by,
      text: spoken,
      fullText: text,
      begin: samplesIn(Math.max(0, from - startedAt)),
      end: samplesIn(end - startedAt),
    };
  }
  return turns.flatMap(
    ({ user_input: said, user_input_at: at, agent_response: answer, agent_response_at: then }, nth) => {
      const next = turns[nth + 1];
      const until = next?.barge_in ? next.user_input_at - speechMs(next.user_input) : endedAt;
      return [
        ...(said === '' ? [] : [between('user', said, at - speechMs(said), at)]),
        ...(then === null || answer === '' ? [] : [between('agent', answer, then, until)]),
      ];
    },
  );
}

function header(dataBytes: number): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  // PCM, one channel.
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * BYTES, 28);
  bytes.writeUInt16LE(BYTES, 32);
  bytes.writeUInt16LE(BYTES * 8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}

/** Each letter is one tone. Spaces are silent. */
function sampleOf({ by, text, begin, end }: Utterance, at: number): number {
  const code = text.charCodeAt(Math.floor(((at - begin) / (end - begin)) * text.length));
  if (code === 0x20) return 0;
  const hz = BASE_HZ[by] + (code % 32) * 6;
  return Math.round(LOUDNESS * Math.sin((2 * Math.PI * hz * at) / RATE));
}

export function createRecording(
  call: { readonly turns: readonly Turn[]; readonly startedAt: number; readonly endedAt: number },
  wanted: { readonly direction: Direction; readonly isRedacted: boolean },
): Recording {
  const { turns, startedAt, endedAt } = call;
  const audible = utterancesOf(turns, startedAt, endedAt).filter(
    ({ by, fullText }) =>
      (wanted.direction === 'combined' || wanted.direction === by) &&
      !(wanted.isRedacted && isPersonal(fullText)),
  );
  const dataBytes = samplesIn(endedAt - startedAt) * BYTES;
  const head = header(dataBytes);

  return {
    byteLength: HEADER_BYTES + dataBytes,
    read(from, to) {
      const first = Math.floor(Math.max(0, from - HEADER_BYTES) / BYTES);
      const last = Math.ceil(Math.max(0, to - HEADER_BYTES) / BYTES);
      const samples = new DataView(new ArrayBuffer((last - first) * BYTES));
      for (const part of audible) {
        for (let at = Math.max(first, part.begin); at < Math.min(last, part.end); at += 1) {
          const offset = (at - first) * BYTES;
          samples.setInt16(offset, samples.getInt16(offset, true) + sampleOf(part, at), true);
        }
      }
      const body = new Uint8Array(samples.buffer);
      if (from >= HEADER_BYTES) {
        const skipped = (from - HEADER_BYTES) % BYTES;
        return body.subarray(skipped, skipped + to - from);
      }
      return Buffer.concat([head, body]).subarray(from, to);
    },
  };
}
