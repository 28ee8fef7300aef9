import { withoutOverrides } from './bidi.ts';
import { createBlockParser } from './markdown/block-parser.ts';
import { createDomBuilder } from './markdown/dom-builder.ts';
import { type CreateImage, createInlineParser } from './markdown/inline-parser.ts';

/** Streaming Markdown renderer. Each character is parsed once; elements that are already complete are not touched again. */
export interface Markdown {
  /** Appends a piece of the text, split at any character. */
  write(text: string): void;
  /** Shows what is still undecided as plain text, until more comes. */
  showUndecided(): void;
  /** Renders pending text as final. `write` must not be called afterwards. */
  end(): void;
}

/** Renders Markdown into `root` as elements and text nodes. Text never becomes markup (S-23). */
export function createMarkdown(root: Element, createImage: CreateImage): Markdown {
  const dom = createDomBuilder(root);
  const parse = createBlockParser(dom, createInlineParser(dom, createImage));
  let undecided: Text | undefined;
  let isFull = false;

  /** S-108: what a message may have no more elements for follows as plain text. */
  function writeRest(chars: string): void {
    dom.close(dom.levels[1]);
    dom.open('p').className = 'rest';
    dom.text(chars);
    isFull = true;
  }

  return {
    showUndecided() {
      undecided = dom.nodeOf(dom.top()).appendChild(new Text(isFull ? '' : parse.undecided()));
    },
    write(text) {
      undecided?.remove();
      for (const char of withoutOverrides(text).split('')) {
        if (char === '\r') continue;
        if (isFull) dom.text(char);
        else parse(char);
        if (!isFull && dom.isFull()) writeRest(parse.undecided());
      }
      dom.show();
    },
    end() {
      undecided?.remove();
      if (!isFull) parse('\n');
      dom.close(dom.levels[1]);
    },
  };
}
