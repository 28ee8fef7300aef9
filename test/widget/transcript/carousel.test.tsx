import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const CARD_PX = 278;
let resized: (() => void)[] = [];

beforeEach(() => {
  resized = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
      constructor(callback: () => void) {
        resized.push(callback);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A message with cards, in a list of this width. The layout is simulated. */
function showCards(count: number, width: number) {
  const attachments = Array.from({ length: count }, (_, at) => ({
    contentType: 'url' as const,
    contentUrl: `https://shop.example/${at}`,
    title: `Card ${at}`,
  }));
  const harness = showPanel();
  harness.update(() => harness.chat.add(message({ id: 'm', author: 'agent', text: 'Look', attachments })));
  const list = harness.row('m').querySelector('ul');
  if (!list) return { ...harness, list };
  const end = count * CARD_PX - width;
  let left = 0;
  Object.defineProperties(list, {
    clientWidth: { value: width },
    scrollWidth: { value: Math.max(width, count * CARD_PX) },
    scrollLeft: { get: () => left },
    scrollBy: {
      value: ({ left: by }: { left: number }) => {
        left = Math.max(0, Math.min(left + by, end));
        list.dispatchEvent(new Event('scroll'));
      },
    },
  });
  for (const [at, item] of [...list.children].entries())
    Object.defineProperty(item, 'offsetLeft', { value: at * CARD_PX });
  harness.update(() => {
    for (const each of resized) each();
    harness.frames.next();
  });
  return { ...harness, list };
}

describe('the cards of a message', () => {
  it('the cards of a message are a carousel only if there are several', () => {
    expect([showCards(1, 300).list, showCards(2, 300).list?.children.length]).toEqual([null, 2]);
  });

  it('the cards of a message have no buttons if all of them fit', () => {
    const { screen } = showCards(2, 700);
    expect(screen.queryByRole('button', { name: texts.nextCard })).toBeNull();
  });

  it('shows a dot for each of up to ten cards, and the number of more', async () => {
    const dots = (count: number) => {
      const { row } = showCards(count, 300);
      const element = row('m').querySelector('.dots');
      return [element?.children.length, element?.textContent];
    };
    expect([dots(10), dots(50)]).toEqual([
      [10, ''],
      [0, '1 / 50'],
    ]);
  });

  it('moves by one card with each press, up to both ends, and keeps the focus on the button', async () => {
    const { list, screen, user } = showCards(3, 300);
    const previous = screen.getByRole('button', { name: texts.previousCard });
    const next = screen.getByRole('button', { name: texts.nextCard });
    const seen = [];
    for (const button of [next, next, next, previous, previous]) {
      await user.click(button);
      seen.push([
        list?.scrollLeft,
        [previous, next].map((button) => button.getAttribute('aria-disabled')),
        document.activeElement === button,
      ]);
    }
    expect(seen).toEqual([
      [278, ['false', 'false'], true],
      [534, ['false', 'true'], true],
      [534, ['false', 'true'], true],
      [256, ['false', 'false'], true],
      [0, ['true', 'false'], true],
    ]);
  });
});
