import fc from 'fast-check';
import * as smd from 'streaming-markdown';
import { describe, expect, it } from 'vitest';
import { render } from './support/markdown.ts';

/** Renders a text with the reference parser, streaming-markdown. */
function renderReference(text: string): HTMLElement {
  const root = document.createElement('div');
  const parser = smd.parser(smd.default_renderer(root));
  smd.parser_write(parser, text);
  smd.parser_end(parser);
  root.normalize();
  return root;
}

/** Elements and text below `node`. Heading levels and the element around a table are ignored. */
function outline(node: Element): unknown {
  const name = node.localName.replace(/^h\d$/, 'heading');
  const children = [...node.childNodes].flatMap((node): unknown[] => {
    if (!(node instanceof Element)) return [node.textContent];
    return node.className === 'table' ? [...node.children].map(outline) : [outline(node)];
  });
  return [name, ...children];
}

const text = fc.constantFrom('Lamps', 'and stools,', 'made of oak', 'in 3 to 5 days');
const phrase = fc.oneof(
  text,
  text.map((part) => `**${part}**`),
  text.map((part) => `*${part}*`),
  text.map((part) => `~~${part}~~`),
  text.map((part) => `\`${part}\``),
  text.map((part) => `[${part}](https://shop.example/a)`),
);
const line = fc.array(phrase, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const block = fc.oneof(
  lines.map((all) => all.join('\n')),
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, value]) => `${'#'.repeat(level)} ${value}`),
  lines.map((all) => all.map((entry) => `- ${entry}`).join('\n')),
  lines.map((all) => all.map((entry) => `> ${entry}`).join('\n')),
  lines.map((all) => `\`\`\`\n${all.join('\n\n  ')}\n\`\`\``),
  lines.map((all) => ['| a | b |', '|---|---|', ...all.map((entry) => `| ${entry} | c |`)].join('\n')),
  fc.constant('---'),
);
const ordinary = fc.array(block, { maxLength: 6 }).map((all) => all.join('\n\nThen:\n\n'));

describe('common Markdown', () => {
  it('has the same structure as with the reference parser', () => {
    fc.assert(
      fc.property(ordinary, (text) => {
        expect(outline(render(text))).toEqual(outline(renderReference(text)));
      }),
      { numRuns: 200 },
    );
  });
});
