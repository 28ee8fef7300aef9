import { beforeEach, describe, expect, it } from 'vitest';
import { createTitleCount } from '../../../src/widget/shell/title-count.ts';

const TITLE = '  A shop\n for lamps ';
const title = () => document.querySelector('head > title')?.textContent;
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  document.head.replaceChildren(document.createElement('title'));
  document.head.firstElementChild?.append(TITLE);
});

describe('the number in the title of the page', () => {
  it('shows the number in the title while messages are unread, and restores the title exactly', () => {
    const count = createTitleCount();
    const seen = ['1', '2', ''].map((text) => {
      count.show(text);
      return title();
    });
    expect(seen).toEqual([`(1) ${TITLE}`, `(2) ${TITLE}`, TITLE]);
  });

  it.each([
    [
      'sets another title',
      () => {
        document.title = 'Basket';
      },
      'Basket',
    ],
    ['replaces the element', () => document.head.replaceChildren(...titled('Basket')), 'Basket'],
    [
      'puts something around it',
      () => {
        document.title = `* ${document.title} *`;
      },
      '* Lamps *',
    ],
    [
      'sets one that begins with a number',
      () => {
        document.title = '(2) Inbox';
      },
      '(2) Inbox',
    ],
  ])('adds the number when the page %s, and restores the page’s own title', async (_, change, own) => {
    document.head.replaceChildren(...titled('Lamps'));
    const count = createTitleCount();
    count.show('2');
    change();
    await settle();
    const shown = title();
    count.show('');
    expect([shown, title()]).toEqual([`(2) ${own}`, own]);
  });

  it('leaves the title alone afterwards', async () => {
    const count = createTitleCount();
    count.show('2');
    count.show('');
    document.title = 'Basket';
    await settle();
    expect(title()).toBe('Basket');
  });

  it('needs no title', () => {
    document.head.replaceChildren();
    const count = createTitleCount();
    count.show('1');
    count.show('');
    expect(document.head.childElementCount).toBe(0);
  });
});

function titled(text: string): Element[] {
  const element = document.createElement('title');
  element.append(text);
  return [element];
}
