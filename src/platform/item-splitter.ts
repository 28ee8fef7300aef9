const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;

/** Takes the bytes of one item after the other. */
export interface ItemSink {
  add(bytes: Uint8Array): void;
  /** The item is complete. */
  end(): void;
}

/** Splits the content of a JSON array, without its brackets, into its items. It only recognises strings, brackets and commas. */
export function createItemSplitter(sink: ItemSink) {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let hasContent = false;

  /** Tracks strings and nesting. Returns whether the byte separates two items. */
  function separates(byte: number): boolean {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    else return byte === COMMA && depth === 0;
    return false;
  }

  return {
    push(chunk: Uint8Array): void {
      let from = 0;
      for (let index = 0; index < chunk.length; index += 1) {
        hasContent = true;
        if (!separates(chunk[index] as number)) continue;
        sink.add(chunk.subarray(from, index));
        sink.end();
        from = index + 1;
      }
      sink.add(chunk.subarray(from));
    },
    /** Must be called after the last chunk. */
    end(): void {
      if (hasContent) sink.end();
    },
  };
}

/** The members of a JSON object that are complete in its beginning, as an object; undefined if there is none. */
export function completeMembers(beginning: Uint8Array): string | undefined {
  let lastComma = -1;
  let offset = 0;
  const inner = beginning.indexOf(0x7b) + 1;
  const splitter = createItemSplitter({
    add(bytes) {
      offset += bytes.length;
    },
    end() {
      lastComma = offset;
      offset += 1;
    },
  });
  splitter.push(beginning.subarray(inner));
  return inner > 0 && lastComma > 0
    ? `{${new TextDecoder().decode(beginning.subarray(inner, inner + lastComma))}}`
    : undefined;
}
