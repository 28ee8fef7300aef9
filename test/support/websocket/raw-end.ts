import { once } from 'node:events';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/** Opcodes of RFC 6455 §5.2. */
export const CONTINUATION = 0;
export const TEXT = 1;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

/** A frame to write, whether it is valid or not. */
export interface RawFrame {
  readonly opcode: number;
  readonly payload?: Uint8Array;
  /** Default: true. */
  readonly isLast?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly reserved?: number;
  /** Masked by an end that must not, or the reverse. */
  readonly hasWrongMask?: boolean;
  /** Announced instead of the real length. */
  readonly announced?: bigint;
}

/** A received frame. */
export interface ReceivedFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** One end of a WebSocket whose frames are written and read by hand. */
export interface RawEnd {
  write(...frames: readonly RawFrame[]): void;
  /** All complete frames so far. */
  readonly frames: readonly ReceivedFrame[];
  /** Resolves when the other side has ended the connection, to the close frame that came before. */
  readonly ended: Promise<ReceivedFrame | undefined>;
  /** Breaks the connection. */
  destroy(): void;
}

const MASK = Buffer.from([0x12, 0x34, 0x56, 0x78]);

function headOf(length: bigint, first: number, maskBit: number): Buffer {
  if (length < 126n) return Buffer.from([first, maskBit | Number(length)]);
  const isShort = length < 65_536n;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head[0] = first;
  head[1] = maskBit | (isShort ? 126 : 127);
  if (isShort) head.writeUInt16BE(Number(length), 2);
  else head.writeBigUInt64BE(length, 2);
  return head;
}

function encode(frame: RawFrame, isClient: boolean): Buffer {
  const { opcode, payload = Buffer.alloc(0), isLast = true, reserved = 0, hasWrongMask = false } = frame;
  const isMasked = isClient !== hasWrongMask;
  const length = frame.announced ?? BigInt(payload.length);
  const head = headOf(length, (isLast ? 0x80 : 0) | (reserved << 4) | opcode, isMasked ? 0x80 : 0);
  if (!isMasked) return Buffer.concat([head, payload]);
  return Buffer.concat([head, MASK, payload.map((byte, at) => byte ^ (MASK[at % 4] as number))]);
}

/** The frame at the beginning of some bytes, and its length in all. Received frames of a client are masked. */
function decode(bytes: Buffer): { readonly frame: ReceivedFrame; readonly size: number } | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const maskBytes = second & 0x80 ? 4 : 0;
  const start = 2 + lengthBytes + maskBytes;
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + length) return undefined;
  const mask = bytes.subarray(start - maskBytes, start);
  const payload = Buffer.from(bytes.subarray(start, start + length));
  if (maskBytes > 0)
    for (const [at, byte] of payload.entries()) payload[at] = byte ^ (mask[at % 4] as number);
  return { frame: { opcode: first & 0x0f, payload }, size: start + length };
}

/** Takes over a connection after its handshake. `head` is what has been read of it. */
export function rawEnd(socket: Duplex, isClient: boolean, head: Buffer = Buffer.alloc(0)): RawEnd {
  const frames: ReceivedFrame[] = [];
  let rest = Buffer.alloc(0);
  const take = (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    for (let next = decode(rest); next; next = decode(rest)) {
      frames.push(next.frame);
      rest = rest.subarray(next.size);
    }
  };
  socket.on('data', take);
  socket.on('error', () => {});
  take(head);
  return {
    write: (...written) => void socket.write(Buffer.concat(written.map((frame) => encode(frame, isClient)))),
    frames,
    ended: new Promise((resolve) => {
      socket.on('end', () => socket.end());
      socket.on('close', () => resolve(frames.find(({ opcode }) => opcode === CLOSE)));
    }),
    destroy: () => void socket.destroy(),
  };
}

/** Opens a WebSocket by hand. */
export async function openRawClient(url: string, headers: Record<string, string> = {}): Promise<RawEnd> {
  const asked = request(url.replace(/^ws/, 'http'), {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
  asked.end();
  const [, socket, head] = (await once(asked, 'upgrade')) as [unknown, Duplex, Buffer];
  return rawEnd(socket, true, head);
}
