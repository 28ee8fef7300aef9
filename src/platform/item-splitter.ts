import { COMMA, createNesting } from '../base/json-nesting.ts';

/** Takes the bytes of one item after the other. */
export interface ItemSink {
  add(bytes: Uint8Array): void;
  /** The item is complete. */
  end(): void;
}

/** Splits the content of a JSON array, without its brackets, into its items. It only recognises strings, brackets and commas. */
export function createItemSplitter(sink: ItemSink) {
  const nesting = createNesting();
  let hasContent = false;

  return {
    push(chunk: Uint8Array): void {
      let from = 0;
      for (let index = 0; index < chunk.length; index += 1) {
        hasContent = true;
        const byte = chunk[index] as number;
        const separates = byte === COMMA && nesting.depth === 0 && !nesting.isInString;
        nesting.follow(byte);
        if (!separates) continue;
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
