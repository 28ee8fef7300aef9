/** Bytes of JSON text in UTF-8. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BACKSLASH = 0x5c;
export const OPEN_OBJECT = 0x7b;
export const isOpening = (byte: number): boolean => byte === OPEN_OBJECT || byte === 0x5b;
export const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
export const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Tracks strings and nesting depth of JSON text, byte by byte. It does not parse it. */
export function createNesting() {
  return {
    depth: 0,
    isInString: false,
    isEscaped: false,
    follow(byte: number): void {
      if (this.isInString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) this.isInString = false;
      } else if (byte === QUOTE) this.isInString = true;
      else if (isOpening(byte)) this.depth += 1;
      else if (isClosing(byte)) this.depth -= 1;
    },
  };
}
