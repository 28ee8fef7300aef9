/** Reads a body to its end; undefined once it is larger than `maxBytes`. Rejects when the body breaks off. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts);
    size += value.byteLength;
    if (size > maxBytes) {
      // Nobody waits for the rest; whether it can still be cancelled changes nothing for us.
      reader.cancel().catch(() => {});
      return undefined;
    }
    parts.push(value);
  }
}

/** The JSON value of a text or of UTF-8 bytes; undefined when it is none. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text),
    );
  } catch {
    return undefined;
  }
}
