import { describe, expect, it } from 'vitest';
import { unexpectedMarkup } from '../../support/corpus/unexpected-markup.ts';

/** Unexpected markup in the text of an agent. */
function within(make: (text: HTMLElement) => void): string[] {
  const frame = document.createElement('div');
  const text = frame.appendChild(document.createElement('div'));
  text.className = 'text';
  make(text);
  return unexpectedMarkup(frame, ['img.example']);
}

function element(name: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

const LINK = { rel: 'noopener noreferrer nofollow', target: '_blank', title: 'shop.example' };
const IMAGE = { alt: '', referrerpolicy: 'no-referrer', loading: 'lazy' };

describe('the check for unexpected markup', () => {
  it.each([
    ['a', { ...LINK, href: 'https://shop.example/' }],
    ['a', { rel: LINK.rel, href: 'mailto:help@shop.example' }],
    ['a', { rel: LINK.rel, href: 'tel:+442079460000' }],
    ['a', {}],
    ['img', { ...IMAGE, src: 'https://img.example/a.png' }],
    ['ol', { start: '3' }],
  ])('the check for unexpected markup accepts <%s %j>', (name, attributes) => {
    expect(within((text) => text.append(element(name, attributes as Record<string, string>)))).toEqual([]);
  });

  it.each([
    ['script', {}],
    ['svg', {}],
    ['form', { class: 'composer' }],
    ['h2', {}],
    ['p', { onclick: 'x()' }],
    ['p', { style: 'color: red' }],
    ['p', { id: 'foyer-title' }],
    ['div', { class: 'launcher' }],
    ['img', { ...IMAGE, src: 'https://img.example.exit.test/a.png' }],
    ['img', { ...IMAGE, src: 'https://img.example/a.png', referrerpolicy: 'origin' }],
    ['img', { alt: '', referrerpolicy: 'no-referrer', src: 'https://img.example/a.png' }],
    ['a', { ...LINK, href: 'javascript:x()' }],
    ['a', { ...LINK, href: '//shop.example/' }],
    ['a', { ...LINK, href: 'tel:*21*00#' }],
    ['a', { ...LINK, href: 'https://exit.test/' }],
    ['a', { ...LINK, href: 'https://me@shop.example/' }],
    ['a', { ...LINK, href: 'https://shop.example/', rel: 'noopener' }],
    ['a', { ...LINK, href: 'https://shop.example/', target: '_top' }],
  ])('the check for unexpected markup reports <%s %j>', (name, attributes) => {
    expect(
      within((text) => text.append(element(name, attributes as Record<string, string>))).length,
    ).toBeGreaterThan(0);
  });

  it('the check for unexpected markup reports nodes that are neither elements nor text', () => {
    const inside = within((text) => text.appendChild(element('p', {})).append(document.createComment('x')));
    expect(inside).toEqual(['node of type 8 in <p>']);
  });
});
