import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFollow } from '../../src/widget/follow.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** A scroller of 100 px whose content a test lets grow: the layout that a test environment does not do. */
function setup() {
  const scroller = document.createElement('div');
  const box = { top: 0, height: 100 };
  Object.defineProperties(scroller, {
    scrollHeight: { get: () => box.height },
    clientHeight: { get: () => 100 },
    scrollTop: {
      get: () => box.top,
      set: (top: number) => {
        box.top = Math.max(0, Math.min(top, box.height - 100));
      },
    },
  });
  const clock = createFakeClock();
  const follow = createFollow(scroller, document.createElement('div'), document.createElement('div'), clock);
  const scrolled = () => scroller.dispatchEvent(new Event('scroll'));
  return {
    follow,
    clock,
    paint(by: number) {
      box.height += by;
      follow.painted();
    },
    top: () => box.top,
    grow(by: number) {
      box.height += by;
      resized();
      scrolled();
      follow.grown();
    },
    scrollTo(top: number) {
      scroller.scrollTop = top;
      scrolled();
    },
  };
}

let resized = () => {};
let watched = 0;
let seen = (_isIntersecting: boolean) => {};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {
        watched += 1;
      }
      unobserve() {
        watched -= 1;
      }
      disconnect() {}
      constructor(told: () => void) {
        watched = 0;
        resized = told;
      }
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
      constructor(told: (changes: { isIntersecting: boolean }[]) => void) {
        seen = (isIntersecting) => told([{ isIntersecting }]);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('following the end', () => {
  it('keeps the end in sight while text grows', () => {
    const { follow, grow, top } = setup();
    grow(50);
    grow(50);
    expect([top(), follow.isAtEnd.value, follow.hasUnseen.value]).toEqual([100, true, false]);
  });

  it('lets the observer of heights rest while text is drawn in every frame', () => {
    const { clock, follow, paint, top } = setup();
    expect(watched).toBe(2);
    paint(50);
    clock.advance(199);
    paint(50);
    clock.advance(199);
    expect([top(), watched]).toEqual([100, 1]);
    clock.advance(1);
    expect(watched).toBe(2);
    paint(10);
    follow.dispose();
    expect(clock.waiting()).toBe(0);
  });

  it('never moves a visitor who has scrolled up, and tells of what is new below', () => {
    const { follow, grow, scrollTo, top } = setup();
    grow(200);
    scrollTo(190);
    grow(50);
    expect([top(), follow.isAtEnd.value, follow.hasUnseen.value]).toEqual([190, false, true]);
  });

  it('follows again once the visitor is back at the end', () => {
    const { follow, grow, scrollTo, top } = setup();
    grow(200);
    scrollTo(20);
    grow(50);
    scrollTo(250);
    expect([follow.isAtEnd.value, follow.hasUnseen.value]).toEqual([true, false]);
    grow(10);
    expect(top()).toBe(260);
  });

  it('follows again when the end comes into sight', () => {
    const { follow, grow, scrollTo } = setup();
    grow(200);
    scrollTo(100);
    seen(true);
    expect(follow.isAtEnd.value).toBe(true);
  });

  it('stays at the end when the content shrinks', () => {
    const { follow, grow } = setup();
    grow(200);
    grow(-80);
    expect(follow.isAtEnd.value).toBe(true);
  });

  it('goes to the end on request', () => {
    const { follow, grow, scrollTo, top } = setup();
    grow(200);
    scrollTo(0);
    grow(10);
    follow.toEnd();
    expect([top(), follow.isAtEnd.value, follow.hasUnseen.value]).toEqual([210, true, false]);
  });
});
