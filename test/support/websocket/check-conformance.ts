import { expect } from 'vitest';
import { type ConformanceCase, isClosing, type Limits } from './conformance.ts';
import { PING, PONG, type RawEnd } from './raw-end.ts';

/** The code in a close frame; null when it has none. */
export const codeOf = (payload: Buffer) => (payload.length >= 2 ? payload.readUInt16BE(0) : null);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A connection to the tested end. */
export interface TestedEnd {
  readonly raw: RawEnd;
  readonly limits: Limits;
  encode(text: string): Buffer;
  /** The texts that have arrived. */
  texts(): readonly string[];
}

/** Writes the frames of a case and expects its outcome. */
export async function checkConformance(conformanceCase: ConformanceCase, end: TestedEnd): Promise<void> {
  const { raw, limits, encode, texts } = end;
  const pongs = () => raw.frames.filter(({ opcode }) => opcode === PONG);
  const before = pongs().length;
  const frames = conformanceCase.frames(encode, limits);
  raw.write(...frames);
  if (isClosing(conformanceCase.outcome)) {
    const close = await raw.ended;
    expect([conformanceCase.name, close && codeOf(close.payload)]).toEqual([
      conformanceCase.name,
      conformanceCase.outcome.closes,
    ]);
    return;
  }
  const marker = Buffer.from('the last one');
  raw.write({ opcode: PING, payload: marker });
  let isOver = false;
  void raw.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !pongs().some(({ payload }) => payload.equals(marker))) await turn();
  while (
    !isOver &&
    conformanceCase.outcome.text !== undefined &&
    !texts().includes(conformanceCase.outcome.text)
  )
    await turn();
  const wanted = frames
    .filter(({ opcode }) => opcode === PING)
    .map(({ payload = Buffer.alloc(0) }) => payload);
  expect([
    isOver,
    pongs()
      .slice(before, -1)
      .map(({ payload }) => payload.toString()),
  ]).toEqual([false, wanted.map((payload) => Buffer.from(payload).toString())]);
}
