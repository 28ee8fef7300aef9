import type { PageStage } from './types.ts';

/** What can only be measured in a real page: geometry, frames, blocked time. */

const FRAMES = 90;
const QUIET_FRAMES = 30;
const QUIET_FPS = 57;
const QUIET_TRIES = 8;
const QUIET_PAUSE_MS = 500;
const TOLD_MS = 100;

const shadowOf = () => document.querySelector('foyer-chat')?.shadowRoot ?? null;

/** 1 when the panel or anything in it is wider than the room it has. */
function overflows(): number {
  const scrollers = [
    ...(shadowOf()?.querySelectorAll<HTMLElement>('[role="dialog"], [role="log"], [part="message"]') ?? []),
  ];
  const isWide = scrollers.some((it) => it.scrollWidth > it.clientWidth + 1);
  return isWide || document.documentElement.scrollWidth > innerWidth ? 1 : 0;
}

/** 1 when a bubble's text turns the direction of anything around it, or is not kept apart from it. */
function directionLeaks(): number {
  const shadow = shadowOf();
  const rows = [...(shadow?.querySelectorAll<HTMLElement>('[data-message-id]') ?? [])];
  const dialog = shadow?.querySelector('[role="dialog"]');
  const expected = dialog ? getComputedStyle(dialog).direction : 'ltr';
  const isTurned = rows.some((row) => getComputedStyle(row).direction !== expected);
  const isOpen = [...(shadow?.querySelectorAll('[part="message"]') ?? [])].some((bubble) => {
    const { display, unicodeBidi } = getComputedStyle(bubble);
    // A block is a paragraph of its own to the bidirectional algorithm.
    return display.startsWith('inline') && !/isolate|plaintext/.test(unicodeBidi);
  });
  return isTurned || isOpen ? 1 : 0;
}

const nextFrame = (native: PageStage['native']) =>
  new Promise<number>((resolve) => native.requestAnimationFrame(resolve));

/** What has been drawn is laid out and painted, and whoever watches was told of it. */
async function drawn({ native }: PageStage): Promise<void> {
  for (let i = 0; i < 3; i++) await nextFrame(native);
  await new Promise<void>((resolve) => native.setTimeout(resolve, TOLD_MS));
}

/** Frames a second while `move` is called before each. */
async function framesPerSecond(
  { native }: PageStage,
  frames: number,
  move: (done: number) => void,
): Promise<number> {
  const from = await nextFrame(native);
  let at = from;
  for (let i = 0; i < frames; i++) {
    move(i / frames);
    at = await nextFrame(native);
  }
  return (frames * 1_000) / (at - from);
}

/** A machine that does not even draw nothing in time says nothing about what is drawn. */
async function untilQuiet(stage: PageStage): Promise<void> {
  for (let i = 0; i < QUIET_TRIES; i++) {
    if ((await framesPerSecond(stage, QUIET_FRAMES, () => {})) >= QUIET_FPS) return;
    await new Promise<void>((resolve) => stage.native.setTimeout(resolve, QUIET_PAUSE_MS));
  }
}

/** While the transcript scrolls from end to end. */
async function scrollFps(stage: PageStage): Promise<number> {
  const log = shadowOf()?.querySelector<HTMLElement>('[role="log"]');
  if (!log) return 0;
  await untilQuiet(stage);
  return framesPerSecond(stage, FRAMES, (done) => {
    log.scrollTop = log.scrollHeight * (1 - done);
  });
}

const longest = { ms: 0 };
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
}).observe({ type: 'longtask', buffered: true });

export async function measure(stage: PageStage, what: string): Promise<number> {
  await drawn(stage);
  switch (what) {
    case 'layout_overflow':
      return overflows();
    case 'text_direction_leaks_outside_bubble':
      return directionLeaks();
    case 'scroll_fps_min':
      return scrollFps(stage);
    case 'max_main_thread_block_ms':
      return longest.ms;
    case 'timers':
      return stage.timers.waiting();
    case 'listeners':
      return stage.listeners;
    default:
      return Number.NaN;
  }
}
