import { limitCombining } from './combining-marks.ts';
import { createBuilder } from './markdown/builder.ts';
import { type CreateImage, createDomOutput } from './markdown/dom-output.ts';
import { createWriter } from './markdown/writer.ts';

/** Streaming Markdown renderer. Each character is parsed once; elements that are already complete are not touched again. */
export interface Markdown {
  /** Appends a piece of the text, split at any character. */
  write(text: string): void;
  /** Shows pending text as plain text, until more comes. */
  showUndecided(): void;
  /** Renders pending text as final. `write` must not be called afterwards. */
  end(): void;
}

/** Renders Markdown into `root` as elements and text nodes. Text never becomes markup (S-23). */
export function createMarkdown(root: Element, createImage: CreateImage): Markdown {
  const dom = createBuilder(createDomOutput(root, createImage));
  const { write, end, undecided } = createWriter(dom);
  let shown: Text | undefined;
  return {
    showUndecided() {
      const parent = dom.top().node ?? root;
      shown = parent.appendChild(new Text(limitCombining(undecided())));
    },
    write(text) {
      shown?.remove();
      write(text);
    },
    end() {
      shown?.remove();
      end();
    },
  };
}
