import { err, ok, type Result } from '../../../base/result.ts';
import type { RestError } from '../../http/rest-error.ts';
import type { Reply } from './route.ts';

/** Bytes that can be generated from any position. */
interface ByteSource {
  readonly byteLength: number;
  read(from: number, to: number): Uint8Array;
}

/** Size of one chunk of the stream. */
const CHUNK_BYTES = 65_536;

interface Range {
  readonly from: number;
  /** Position after the last byte. */
  readonly to: number;
}

/** RFC 9110 §14: one range is supported. Several ranges, other units and `If-Range` get the whole. */
function rangeOf(headers: Headers, length: number): Range | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range') ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '' || headers.has('if-range'))
    return 'whole';
  if (first === '') {
    const wanted = Math.min(Number(last), length);
    return wanted === 0 ? 'unsatisfiable' : { from: length - wanted, to: length };
  }
  const [from, to] = [Number(first), last === '' ? length : Math.min(Number(last) + 1, length)];
  // A range that ends before it begins is invalid and ignored.
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= length ? 'unsatisfiable' : { from, to };
}

const unsatisfiable = (length: number): RestError => ({
  status: 416,
  code: 'RANGE_NOT_SATISFIABLE',
  message: 'The range is beyond the end',
  headers: { 'Content-Range': `bytes */${length}` },
});

/** A reply with the requested bytes. They are generated while they are sent. */
export function bytesReply(
  bytes: ByteSource,
  contentType: string,
  headers: Headers,
): Result<Reply, RestError> {
  const { byteLength } = bytes;
  const range = rangeOf(headers, byteLength);
  if (range === 'unsatisfiable') return err(unsatisfiable(byteLength));
  const { from, to } = range === 'whole' ? { from: 0, to: byteLength } : range;
  let at = from;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = Math.min(at + CHUNK_BYTES, to);
      controller.enqueue(bytes.read(at, next));
      at = next;
      if (at === to) controller.close();
    },
  });
  return ok({
    kind: 'stream',
    status: range === 'whole' ? 200 : 206,
    stream,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(to - from),
      'Accept-Ranges': 'bytes',
      ...(range !== 'whole' && { 'Content-Range': `bytes ${from}-${to - 1}/${byteLength}` }),
    },
  });
}
