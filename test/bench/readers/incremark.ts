// The parser of Incremark, with a plain renderer: finished blocks are made once, and the unfinished ones anew in each frame.
import { createIncremarkParser, type ParsedBlock } from '@incremark/core';
import { toDom } from 'hast-util-to-dom';
import { toHast } from 'mdast-util-to-hast';
import { connect } from './connect.ts';

const nodesOf = (blocks: readonly ParsedBlock[]): Node[] =>
  blocks.map(({ node }) => toDom(toHast(node), { fragment: true }));

connect((node) => {
  const parser = createIncremarkParser({ gfm: true });
  const finished = node.appendChild(document.createElement('div'));
  const pending = node.appendChild(document.createElement('div'));
  return {
    write(text) {
      const update = parser.append(text);
      finished.append(...nodesOf(update.completed));
      pending.replaceChildren(...nodesOf(update.pending));
    },
    end() {
      finished.append(...nodesOf(parser.finalize().completed));
      pending.replaceChildren();
    },
  };
});
