import { withoutOverrides } from './bidi.ts';
import { createBlockParser } from './markdown/block-parser.ts';
import { createDomBuilder } from './markdown/dom-builder.ts';
import { createInlineParser } from './markdown/inline-parser.ts';
import type { ImagePolicy } from './remote-image.ts';

/** Streaming Markdown renderer. Each character is parsed once; elements that are already complete are not touched again. */
export interface Markdown {
  /** Appends a piece of the text, split at any character. */
  write(text: string): void;
  /** Shows what is still undecided. `write` must not be called afterwards. */
  end(): void;
}

/** Renders Markdown into `root` as elements and text nodes. Text never becomes markup (S-23). */
export function createMarkdown(root: Element, images: ImagePolicy): Markdown {
  const dom = createDomBuilder(root);
  const parse = createBlockParser(dom, createInlineParser(dom, images));
  return {
    write(text) {
      for (const char of withoutOverrides(text).split('')) if (char !== '\r') parse(char);
      dom.show();
    },
    end() {
      parse('\n');
      dom.close(dom.levels[1]);
    },
  };
}
