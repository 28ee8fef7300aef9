import type { Parser } from './builder.ts';

/** Passes the text of a heading to `inline`, without the spaces and `#` that close it. */
export function createHeading(inline: Parser) {
  let state: 'none' | 'begun' | 'written' = 'none';
  /** Spaces and `#` that end the heading unless more follows. */
  let closing = '';

  function pass(chars: string): void {
    for (const char of chars) inline(char);
  }

  return {
    isOpen: () => state !== 'none',
    begin(): void {
      state = 'begun';
    },
    step(char: string): void {
      if (char === ' ' && state === 'written') closing += char;
      else if (char === '#' && (closing || state === 'begun')) {
        const [before = ''] = /.*#(?= +$)/.exec(closing) ?? [];
        pass(before);
        closing = closing.slice(before.length) + char;
      } else {
        pass(closing + char);
        closing = '';
        state = 'written';
      }
    },
    /** Ends the line. */
    end(): void {
      if (!closing.includes('#')) pass(closing);
      closing = '';
      state = 'none';
    },
    undecided: () => closing,
  };
}
