import { CLOSE, CONTINUATION, PING, PONG, type RawFrame, TEXT } from './raw-end.ts';

/**
 * Cases of RFC 6455 for any end of a WebSocket, in the order of the Autobahn test suite: what is written, and what must come of
 * it. `encode` makes a message of the tested end from a text.
 */
export interface ConformanceCase {
  readonly name: string;
  frames(encode: (text: string) => Buffer, limits: Limits): readonly RawFrame[];
  readonly outcome: Outcome;
}

/** Limits of the tested end. */
export interface Limits {
  readonly fragments: number;
  readonly bytes: number;
}

export type Outcome =
  /** The text arrives, each ping is answered, and the socket stays open. */
  | { readonly text?: string }
  /** The end answers with this close code; null: with a close frame without a code. */
  | { readonly closes: number | null };

const bytesOf = (...bytes: number[]) => Buffer.from(bytes);
const SHORT = 'Hello';
/** Two, three and four bytes a character. */
const LONG = 'κόσμε – 👋🏽';

/** A message in fragments of `size` bytes. */
function inFragments(message: Buffer, size: number): RawFrame[] {
  const count = Math.ceil(message.length / size);
  return Array.from({ length: count }, (_, nth) => ({
    opcode: nth === 0 ? TEXT : CONTINUATION,
    payload: message.subarray(nth * size, (nth + 1) * size),
    isLast: nth === count - 1,
  }));
}

const ping = (text = 'ping'): RawFrame => ({ opcode: PING, payload: Buffer.from(text) });
const EMPTY: RawFrame = { opcode: CONTINUATION, isLast: false };

function closing(code: number, reason: Uint8Array = Buffer.alloc(0)): RawFrame {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return { opcode: CLOSE, payload: Buffer.concat([payload, reason]) };
}

const FRAGMENTS: readonly ConformanceCase[] = [
  {
    name: 'a message in fragments of one byte, up to the limit',
    frames: (encode, { fragments }) => {
      const message = encode(SHORT);
      const first = message.length - fragments + 1;
      return first < 1
        ? inFragments(message, 1)
        : [
            { opcode: TEXT, payload: message.subarray(0, first), isLast: false },
            ...inFragments(message.subarray(first), 1).map((inFragment) => ({
              ...inFragment,
              opcode: CONTINUATION,
            })),
          ];
    },
    outcome: { text: SHORT },
  },
  {
    name: 'fragments with control frames between them',
    frames: (encode) =>
      inFragments(encode(SHORT), 20).flatMap((frame, nth) => [
        ...(nth > 0 ? [ping(), { opcode: PONG, payload: bytesOf(1) }] : []),
        frame,
      ]),
    outcome: { text: SHORT },
  },
  {
    name: 'empty fragments at the beginning, in the middle and at the end',
    frames: (encode) => [
      { opcode: TEXT, isLast: false },
      EMPTY,
      ...inFragments(encode(SHORT), 30).map((inFragment) => ({
        ...inFragment,
        opcode: CONTINUATION,
        isLast: false,
      })),
      EMPTY,
      { opcode: CONTINUATION },
    ],
    outcome: { text: SHORT },
  },
  {
    name: 'more fragments than the limit',
    frames: (_, { fragments }) => [{ opcode: TEXT, isLast: false }, ...Array(fragments).fill(EMPTY)],
    outcome: { closes: 1008 },
  },
  {
    name: 'fragments that are too long together',
    frames: (_, { bytes }) => [
      { opcode: TEXT, payload: Buffer.alloc(bytes, 0x20), isLast: false },
      { opcode: CONTINUATION, payload: bytesOf(0x20) },
    ],
    outcome: { closes: 1009 },
  },
  {
    name: 'a continuation of nothing',
    frames: () => [{ opcode: CONTINUATION, payload: bytesOf(0x20) }],
    outcome: { closes: 1002 },
  },
  {
    name: 'a continuation after the end of a message',
    frames: (encode) => [...inFragments(encode(SHORT), 30), { opcode: CONTINUATION }],
    outcome: { closes: 1002 },
  },
  {
    name: 'a new message inside of another',
    frames: () => [
      { opcode: TEXT, isLast: false },
      { opcode: TEXT, payload: bytesOf(0x20) },
    ],
    outcome: { closes: 1002 },
  },
  {
    name: 'a fragmented control frame',
    frames: () => [{ opcode: PING, isLast: false }],
    outcome: { closes: 1002 },
  },
];

const CONTROL: readonly ConformanceCase[] = [
  { name: 'an empty ping', frames: () => [ping('')], outcome: {} },
  { name: 'a ping of 125 bytes', frames: () => [ping('x'.repeat(125))], outcome: {} },
  { name: 'ten pings', frames: () => Array(10).fill(ping()), outcome: {} },
  {
    name: 'a pong that nobody asked for',
    frames: () => [{ opcode: PONG, payload: bytesOf(7) }],
    outcome: {},
  },
  { name: 'a ping of 126 bytes', frames: () => [ping('x'.repeat(126))], outcome: { closes: 1002 } },
];

const RESERVED: readonly ConformanceCase[] = [
  ...[1, 2, 4, 7].map((reserved) => ({
    name: `the reserved bits ${reserved.toString(2).padStart(3, '0')}`,
    frames: () => [{ opcode: TEXT, reserved }],
    outcome: { closes: 1002 },
  })),
  {
    name: 'a ping with a reserved bit',
    frames: () => [{ ...ping(), reserved: 4 }],
    outcome: { closes: 1002 },
  },
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => ({
    name: `the opcode ${opcode}`,
    frames: () => [{ opcode }],
    outcome: { closes: 1002 },
  })),
  {
    name: 'a mask where none belongs, or none where it belongs',
    frames: (encode) => [{ opcode: TEXT, payload: encode(SHORT), hasWrongMask: true }],
    outcome: { closes: 1002 },
  },
  {
    name: 'a length above the limit',
    frames: (_, { bytes }) => [{ opcode: TEXT, announced: BigInt(bytes) + 1n }],
    outcome: { closes: 1009 },
  },
  ...[2n ** 53n, 2n ** 63n].map((announced) => ({
    name: `a length of ${announced}`,
    frames: () => [{ opcode: TEXT, announced }],
    outcome: { closes: 1009 },
  })),
];

const TEXTS: readonly ConformanceCase[] = [
  ...[1, 2, 3, 5].map((size) => ({
    name: `characters that are cut into fragments of ${size} bytes`,
    frames: (encode: (text: string) => Buffer) => {
      const message = encode(LONG);
      const at = message.indexOf(LONG);
      // Only the text is cut that small: ends take few fragments.
      const cut = message.subarray(at, at + Buffer.byteLength(LONG));
      return [
        { opcode: TEXT, payload: message.subarray(0, at), isLast: false },
        ...inFragments(cut, size).map((inFragment) => ({
          ...inFragment,
          opcode: CONTINUATION,
          isLast: false,
        })),
        { opcode: CONTINUATION, payload: message.subarray(at + cut.length) },
      ];
    },
    outcome: { text: LONG },
  })),
  ...(
    [
      ['a byte that begins nothing', bytesOf(0x80)],
      ['a character that breaks off', bytesOf(0xe2, 0x82)],
      ['an overlong form', bytesOf(0xc0, 0xaf)],
      ['a surrogate', bytesOf(0xed, 0xa0, 0x80)],
      ['a character above U+10FFFF', bytesOf(0xf4, 0x90, 0x80, 0x80)],
      ['the byte FE', bytesOf(0xfe)],
    ] as const
  ).flatMap(([what, wrong]): ConformanceCase[] => [
    {
      name: `text with ${what}`,
      frames: () => [{ opcode: TEXT, payload: Buffer.concat([Buffer.from('"'), wrong, Buffer.from('"')]) }],
      outcome: { closes: 1007 },
    },
    {
      name: `text with ${what}, in fragments`,
      frames: () => [
        { opcode: TEXT, payload: wrong.subarray(0, 1), isLast: false },
        { opcode: CONTINUATION, payload: wrong.subarray(1), isLast: false },
        { opcode: CONTINUATION, payload: Buffer.from('"') },
      ],
      outcome: { closes: 1007 },
    },
  ]),
];

const CLOSES: readonly ConformanceCase[] = [
  { name: 'a close frame without a code', frames: () => [{ opcode: CLOSE }], outcome: { closes: null } },
  {
    name: 'a close frame of one byte',
    frames: () => [{ opcode: CLOSE, payload: bytesOf(3) }],
    outcome: { closes: 1002 },
  },
  {
    name: 'a close frame with a reason of 123 bytes',
    frames: () => [closing(1000, Buffer.alloc(123, 0x78))],
    outcome: { closes: 1000 },
  },
  {
    name: 'a close frame with a reason of 124 bytes',
    frames: () => [closing(1000, Buffer.alloc(124, 0x78))],
    outcome: { closes: 1002 },
  },
  {
    name: 'a close frame with a reason that is not UTF-8',
    frames: () => [closing(1000, bytesOf(0xce, 0xba, 0xed, 0xa0, 0x80))],
    outcome: { closes: 1007 },
  },
  {
    name: 'frames after a close frame',
    frames: () => [closing(1000), ping(), { opcode: 3 }],
    outcome: { closes: 1000 },
  },
  {
    name: 'a close frame inside of a message',
    frames: () => [{ opcode: TEXT, isLast: false }, closing(1001)],
    outcome: { closes: 1001 },
  },
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999].map(
    (code) => ({ name: `the close code ${code}`, frames: () => [closing(code)], outcome: { closes: code } }),
  ),
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map((code) => ({
    name: `the close code ${code}, which must not be sent`,
    frames: () => [closing(code)],
    outcome: { closes: 1002 },
  })),
];

export const CONFORMANCE: readonly (readonly [about: string, cases: readonly ConformanceCase[]])[] = [
  ['fragments', FRAGMENTS],
  ['control frames', CONTROL],
  ['what is reserved', RESERVED],
  ['characters', TEXTS],
  ['the end', CLOSES],
];

export const isClosing = (outcome: Outcome): outcome is { readonly closes: number | null } =>
  'closes' in outcome;
