import { describe, expect, it } from 'vitest';
import { strangersIn } from '../support/corpus/strangers.ts';

/** What stands in the agent's words. */
function within(make: (words: HTMLElement) => void): string[] {
  const frame = document.createElement('div');
  const words = frame.appendChild(document.createElement('div'));
  words.className = 'text';
  make(words);
  return strangersIn(frame, ['img.example']);
}

function element(name: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

const LINK = { rel: 'noopener noreferrer nofollow', target: '_blank', title: 'shop.example' };
const PICTURE = { alt: '', referrerpolicy: 'no-referrer', loading: 'lazy' };

describe('what looks for strangers in the page', () => {
  it.each([
    ['a', { ...LINK, href: 'https://shop.example/' }],
    ['a', { rel: LINK.rel, href: 'mailto:help@shop.example' }],
    ['a', { rel: LINK.rel, href: 'tel:+442079460000' }],
    ['a', {}],
    ['img', { ...PICTURE, src: 'https://img.example/a.png' }],
    ['ol', { start: '3' }],
  ])('lets <%s %j> pass', (name, attributes) => {
    expect(within((words) => words.append(element(name, attributes as Record<string, string>)))).toEqual([]);
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
    ['img', { ...PICTURE, src: 'https://img.example.exit.test/a.png' }],
    ['img', { ...PICTURE, src: 'https://img.example/a.png', referrerpolicy: 'origin' }],
    ['img', { alt: '', referrerpolicy: 'no-referrer', src: 'https://img.example/a.png' }],
    ['a', { ...LINK, href: 'javascript:x()' }],
    ['a', { ...LINK, href: '//shop.example/' }],
    ['a', { ...LINK, href: 'tel:*21*00#' }],
    ['a', { ...LINK, href: 'https://exit.test/' }],
    ['a', { ...LINK, href: 'https://me@shop.example/' }],
    ['a', { ...LINK, href: 'https://shop.example/', rel: 'noopener' }],
    ['a', { ...LINK, href: 'https://shop.example/', target: '_top' }],
  ])('names <%s %j>', (name, attributes) => {
    expect(
      within((words) => words.append(element(name, attributes as Record<string, string>))).length,
    ).toBeGreaterThan(0);
  });

  it('names what is neither element nor text', () => {
    const inside = within((words) => words.appendChild(element('p', {})).append(document.createComment('x')));
    expect(inside).toEqual(['node of type 8 in <p>']);
  });
});
