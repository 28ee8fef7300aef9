/** Collects the parts of a body. */
export interface ByteCollector {
  /** False when the body would be larger than the limit. */
  add(part: Uint8Array): boolean;
  bytes(): Uint8Array;
}

const FIRST_BYTES = 1024;

/** Collects up to `maxBytes` in one growing buffer: a body that comes byte by byte takes no more memory than another. */
export function collectBytes(maxBytes: number): ByteCollector {
  let buffer = new Uint8Array(FIRST_BYTES);
  let size = 0;
  return {
    add(part) {
      const needed = size + part.byteLength;
      if (needed > maxBytes) return false;
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.max(needed, 2 * buffer.length));
        larger.set(buffer.subarray(0, size));
        buffer = larger;
      }
      buffer.set(part, size);
      size = needed;
      return true;
    },
    bytes: () => buffer.subarray(0, size),
  };
}

/** Reads a whole body. Resolves to undefined when the collector refuses it; rejects when the body breaks off. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  collector: ByteCollector,
): Promise<Uint8Array | undefined> {
  if (!body) return collector.bytes();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return collector.bytes();
    if (!collector.add(value)) {
      // The rest is not needed, so a failed cancellation does not matter.
      reader.cancel().catch(() => {});
      return undefined;
    }
  }
}

/** Parses JSON text or UTF-8 bytes. Returns undefined when they are not valid JSON. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text),
    );
  } catch {
    return undefined;
  }
}
