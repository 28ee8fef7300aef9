import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutoScroll } from '../../../src/widget/transcript/auto-scroll.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/**
 * A scroller of 100 px with a simulated layout, whose content a test can grow. `isLaidOut`: the browser has reported the first
 * layout. `zoom`: window pixels per pixel of the scroller.
 */
function setup({ isLaidOut = true, zoom = 1 } = {}) {
  const scroller = document.createElement('div');
  const box = { top: 0, height: 100, room: 0 };
  Object.defineProperties(scroller, {
    scrollHeight: { get: () => box.height },
    clientHeight: { get: () => 100 },
    offsetWidth: { get: () => 400 },
    scrollTop: {
      get: () => box.top,
      set: (top: number) => {
        box.top = Math.max(0, Math.min(top, box.height - 100));
      },
    },
  });
  scroller.getBoundingClientRect = () => new DOMRect(0, 0, 400 * zoom, 100 * zoom);
  const clock = createFakeClock();
  const content = document.createElement('div');
  const end = document.createElement('div');
  end.getBoundingClientRect = () => new DOMRect(0, (box.height - box.room - box.top) * zoom);
  const autoScroll = createAutoScroll(scroller, content, end, clock);
  const scrolled = () => scroller.dispatchEvent(new Event('scroll'));
  if (isLaidOut) resized();
  return {
    autoScroll,
    clock,
    /** Adds a last entry that begins here. */
    addEntry(begin: number, author: string, id = '') {
      const row = document.createElement('div');
      row.dataset['author'] = author;
      row.dataset['messageId'] = id;
      row.getBoundingClientRect = () => new DOMRect(0, (begin - box.top) * zoom);
      const block = document.createElement('div');
      block.className = 'block';
      block.append(row);
      content.append(block);
      return row;
    },
    paint(by: number) {
      box.height += by;
      autoScroll.textPainted();
    },
    top: () => box.top,
    /** Shows a card over the top, below which the content begins then. It leaves this room below the content. */
    cover(by: number, room: number) {
      document.body.append(scroller);
      scroller.style.scrollPaddingTop = `${by}px`;
      Object.assign(box, { height: 100 + by, room });
      autoScroll.coverChanged();
      scroller.remove();
    },
    layOut(height: number, isReported = true) {
      box.height = height;
      if (isReported) resized();
    },
    grow(by: number) {
      box.height += by;
      resized();
      scrolled();
      autoScroll.entriesAdded('grown', 1);
    },
    /** Content that is replaced: smaller for a moment, and then larger than before. */
    replace(by: number) {
      const { height } = box;
      box.height = 120;
      scroller.scrollTop = box.top;
      box.height = height + by;
      scrolled();
    },
    /** Content that becomes smaller, and a little larger again before the browser reports that it has moved it. */
    shrink(by: number) {
      box.height -= by + 20;
      scroller.scrollTop = box.top;
      box.height += 20;
      scrolled();
    },
    act: (type: string, target: EventTarget = scroller) => target.dispatchEvent(new Event(type)),
    pressButton() {
      const button = scroller.appendChild(document.createElement('button'));
      for (const type of ['pointerdown', 'focusin', 'pointerup'])
        button.dispatchEvent(new Event(type, { bubbles: true }));
      button.remove();
    },
    scrollTo(top: number) {
      scroller.scrollTop = top;
      scrolled();
    },
  };
}

let resized = () => {};
let endVisible = (_isIntersecting: boolean) => {};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      constructor(callback: () => void) {
        resized = callback;
      }
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
      constructor(callback: (changes: { isIntersecting: boolean }[]) => void) {
        endVisible = (isIntersecting) => callback([{ isIntersecting }]);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('automatic scrolling', () => {
  it('keeps the end visible while text grows', () => {
    const { autoScroll, grow, top } = setup();
    grow(50);
    grow(50);
    expect([top(), autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([100, true, null]);
  });

  it('follows after a press elsewhere, when the browser moves what was shorter for a moment', () => {
    const { autoScroll, grow, replace, top } = setup();
    grow(100);
    dispatchEvent(new Event('pointerup'));
    replace(20);
    expect([top(), autoScroll.isAtEnd.value]).toEqual([120, true]);
  });

  it('leaves a visitor where they have scrolled up, and reports new content below', () => {
    const { autoScroll, grow, scrollTo, top } = setup();
    grow(200);
    scrollTo(190);
    grow(50);
    expect([top(), autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([190, false, 1]);
  });

  it('counts the messages below a visitor who has scrolled up', () => {
    const { autoScroll, grow, paint, scrollTo } = setup();
    grow(200);
    scrollTo(100);
    paint(50);
    const whileTextGrows = autoScroll.unseen.value;
    grow(50);
    autoScroll.entriesAdded('later', 2);
    expect([whileTextGrows, autoScroll.unseen.value]).toEqual([0, 3]);
  });

  describe('an answer that outgrows the visible part', () => {
    it('stops with the beginning of a long answer at the top, and tells that it goes on below', () => {
      const { addEntry, autoScroll, paint, top } = setup();
      paint(100);
      addEntry(130, 'agent');
      const tops = [10, 20, 40, 40].map((by) => {
        paint(by);
        return top();
      });
      expect(tops).toEqual([110, 130, 130, 130]);
      expect([autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([false, 0]);
    });

    it.each([1.5, 0.8])('stops at the same place in a page that is zoomed by %d', (zoom) => {
      const { addEntry, layOut, top } = setup({ zoom });
      addEntry(130, 'agent');
      layOut(300);
      expect(top()).toBe(130);
    });

    it('follows a long answer to its end for a visitor who has scrolled there', () => {
      const { addEntry, autoScroll, paint, scrollTo, top } = setup();
      addEntry(0, 'agent');
      paint(200);
      scrollTo(200);
      paint(50);
      expect([top(), autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([250, true, null]);
    });

    it('stops although rows above the answer turn out to be lower than they were taken for', () => {
      const { addEntry, autoScroll, paint, layOut, top } = setup();
      paint(400);
      autoScroll.entriesAdded('long', 1);
      addEntry(500, 'agent', 'long').remove();
      addEntry(300, 'agent', 'long');
      layOut(700);
      expect([top(), autoScroll.isAtEnd.value]).toEqual([300, false]);
    });

    it.each(['sent before it', 'confirmed after it'])(
      'a long answer stops above a message of the visitor that was %s',
      (when) => {
        const { addEntry, autoScroll, paint, top } = setup();
        paint(100);
        autoScroll.scrollToEnd();
        autoScroll.entriesAdded('long', 1);
        if (when === 'sent before it') addEntry(110, 'user', 'mine');
        addEntry(130, 'agent', 'long');
        if (when === 'confirmed after it') addEntry(150, 'user', 'mine');
        for (let at = 0; at < 10; at++) paint(30);
        expect([top(), autoScroll.isAtEnd.value]).toEqual([130, false]);
      },
    );

    it('shows a long answer from its beginning when the chat is opened', () => {
      const { addEntry, autoScroll, layOut, top } = setup({ isLaidOut: false });
      // The heights are guesses before the first layout: the answer seems to begin higher up.
      addEntry(90, 'agent');
      layOut(3_000, false);
      autoScroll.showLast();
      expect([top(), autoScroll.isAtEnd.value]).toEqual([90, true]);
      addEntry(120, 'agent');
      layOut(300);
      expect([top(), autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([120, false, 0]);
    });

    it('scrolls past a long message of the visitor', () => {
      const { addEntry, autoScroll, paint, top } = setup();
      addEntry(0, 'user');
      paint(300);
      expect([top(), autoScroll.isAtEnd.value]).toEqual([300, true]);
    });
  });

  it('follows under a card after an answer that is whole there', () => {
    const { addEntry, autoScroll, cover, grow, top } = setup();
    addEntry(68, 'agent');
    cover(60, 62);
    expect([top(), autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([8, true, null]);
    addEntry(200, 'live-agent', 'grown');
    grow(90);
    expect([autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([true, null]);
  });

  it('follows content that the browser has moved up because it was smaller for a moment', () => {
    const { autoScroll, grow, replace, top } = setup();
    grow(200);
    replace(50);
    expect([top(), autoScroll.isAtEnd.value]).toEqual([250, true]);
  });

  it.each(['wheel', 'touchmove', 'keydown', 'focusin', 'pointerdown'])(
    'lets the visitor scroll up while the content changes, after %s',
    (type) => {
      const { act, autoScroll, clock, grow, replace, top } = setup();
      grow(200);
      act(type);
      clock.advance(900);
      replace(50);
      expect([top(), autoScroll.isAtEnd.value]).toEqual([20, false]);
    },
  );

  it('follows content that has become smaller just after the visitor pressed a button in it', () => {
    const { autoScroll, grow, pressButton, shrink, top } = setup();
    grow(100);
    pressButton();
    shrink(60);
    expect([top(), autoScroll.isAtEnd.value]).toEqual([40, true]);
    grow(30);
    expect([top(), autoScroll.isAtEnd.value]).toEqual([70, true]);
  });

  it.each(['wheel', 'touchmove', 'keydown', 'pointerdown'])(
    'lets the visitor scroll up while the content becomes smaller, after %s',
    (type) => {
      const { autoScroll, act, grow, shrink, top } = setup();
      grow(100);
      act(type);
      shrink(60);
      expect([top(), autoScroll.isAtEnd.value]).toEqual([20, false]);
    },
  );

  it('counts a held scroll bar as the visitor until it is let go', () => {
    const { act, autoScroll, clock, grow, replace } = setup();
    grow(200);
    act('pointerdown');
    clock.advance(60_000);
    replace(50);
    const whileHeld = autoScroll.isAtEnd.value;
    act('pointerup', window);
    clock.advance(1_000);
    autoScroll.scrollToEnd();
    replace(50);
    expect([whileHeld, autoScroll.isAtEnd.value]).toEqual([false, true]);
  });

  it('follows again once the visitor has scrolled to the end', () => {
    const { autoScroll, grow, scrollTo, top } = setup();
    grow(200);
    scrollTo(20);
    grow(50);
    scrollTo(250);
    expect([autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([true, null]);
    grow(10);
    expect(top()).toBe(260);
  });

  it('follows again when the end becomes visible', () => {
    const { autoScroll, grow, scrollTo } = setup();
    grow(200);
    scrollTo(100);
    endVisible(true);
    expect(autoScroll.isAtEnd.value).toBe(true);
  });

  it('stays at the end when the content shrinks', () => {
    const { autoScroll, grow } = setup();
    grow(200);
    grow(-80);
    expect(autoScroll.isAtEnd.value).toBe(true);
  });

  it('scrolls to the end on request', () => {
    const { autoScroll, grow, scrollTo, top } = setup();
    grow(200);
    scrollTo(0);
    grow(10);
    autoScroll.scrollToEnd();
    expect([top(), autoScroll.isAtEnd.value, autoScroll.unseen.value]).toEqual([210, true, null]);
  });
});
