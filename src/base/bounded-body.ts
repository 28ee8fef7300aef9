/** Reads a whole body. Resolves to undefined when it is larger than `maxBytes`; rejects when the body breaks off. */
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
      // The rest is not needed, so a failed cancellation does not matter.
      reader.cancel().catch(() => {});
      return undefined;
    }
    parts.push(value);
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
