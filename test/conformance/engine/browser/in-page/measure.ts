import { slowdown } from './slowdown.ts';
import type { InPageEngine } from './types.ts';

/** Measurements that need a real page: geometry, frames, blocked time. */

const FRAMES = 90;
/** Frames per second of an idle page. */
const FULL_FPS = 60;
const TOLD_MS = 100;

const shadowOf = () => document.querySelector('foyer-chat')?.shadowRoot ?? null;

/** Returns 1 when the panel or anything in it overflows its width. */
function overflows(): number {
  const scrollers = [
    ...(shadowOf()?.querySelectorAll<HTMLElement>('[role="dialog"], [role="log"], [part="message"]') ?? []),
  ];
  const isWide = scrollers.some((scroller) => scroller.scrollWidth > scroller.clientWidth + 1);
  return isWide || document.documentElement.scrollWidth > innerWidth ? 1 : 0;
}

/** Returns 1 when a bubble's text changes the direction around it or is not isolated from it. */
function directionLeaks(): number {
  const shadow = shadowOf();
  const rows = [...(shadow?.querySelectorAll<HTMLElement>('[data-message-id]') ?? [])];
  const dialog = shadow?.querySelector('[role="dialog"]');
  const expected = dialog ? getComputedStyle(dialog).direction : 'ltr';
  const isTurned = rows.some((row) => getComputedStyle(row).direction !== expected);
  const isOpen = [...(shadow?.querySelectorAll('[part="message"]') ?? [])].some((bubble) => {
    const { display, unicodeBidi } = getComputedStyle(bubble);
    // A block is a separate paragraph for the bidirectional algorithm.
    return display.startsWith('inline') && !/isolate|plaintext/.test(unicodeBidi);
  });
  return isTurned || isOpen ? 1 : 0;
}

const nextFrame = (native: InPageEngine['native']) =>
  new Promise<number>((resolve) => native.requestAnimationFrame(resolve));

/** Waits until layout, paint and observers have finished. */
async function drawn({ native }: InPageEngine): Promise<void> {
  for (let i = 0; i < 3; i++) await nextFrame(native);
  await new Promise<void>((resolve) => native.setTimeout(resolve, TOLD_MS));
}

/** Frames per second while the transcript scrolls from end to end, converted to the reference processor. */
async function scrollFps(engine: InPageEngine): Promise<number> {
  const log = shadowOf()?.querySelector<HTMLElement>('[role="log"]');
  if (!log) return 0;
  const before = slowdown(engine.native);
  const from = await nextFrame(engine.native);
  let at = from;
  for (let i = 0; i < FRAMES; i++) {
    log.scrollTop = log.scrollHeight * (1 - i / FRAMES);
    at = await nextFrame(engine.native);
  }
  const measured = (FRAMES * 1_000) / (at - from);
  return Math.min(FULL_FPS, (measured * (before + slowdown(engine.native))) / 2);
}

export async function measure(engine: InPageEngine, what: string): Promise<number> {
  await drawn(engine);
  switch (what) {
    case 'layout_overflow':
      return overflows();
    case 'text_direction_leaks_outside_bubble':
      return directionLeaks();
    case 'scroll_fps_min':
      return scrollFps(engine);
    case 'timers':
      return engine.timers.waiting();
    case 'listeners':
      return engine.listeners;
    default:
      return Number.NaN;
  }
}
