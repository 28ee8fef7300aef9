import { createInline } from './markdown/inline.ts';
import { createLines } from './markdown/lines.ts';
import { createTree } from './markdown/tree.ts';
import type { ImagePolicy } from './remote-image.ts';

/** Markdown that grows: what is written is parsed once and appended; nothing written before is looked at again. */
export interface Markdown {
  /** Takes the next piece of the text, cut anywhere. */
  write(text: string): void;
  /** Shows what was still undecided; nothing may be written after it. */
  end(): void;
}

/** Renders the agent's Markdown into `root`, as elements and text nodes only: text never becomes markup (S-23). */
export function createMarkdown(root: Element, images: ImagePolicy): Markdown {
  const tree = createTree(root);
  const step = createLines(tree, createInline(tree, images));
  return {
    write(text) {
      for (const sign of text.split('')) if (sign !== '\r') step(sign);
      tree.show();
    },
    end() {
      step('\n');
      tree.close(tree.levels[1]);
    },
  };
}
