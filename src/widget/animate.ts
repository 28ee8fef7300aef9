import type { Movement } from './options.ts';

const KEYFRAMES: Readonly<Record<Movement, Keyframe[]>> = {
  bounce: [
    { translate: '0 0' },
    { translate: '0 -14px', offset: 0.4 },
    { translate: '0 0' },
    { translate: '0 -5px', offset: 0.8 },
    { translate: '0 0' },
  ],
  grow: [{ scale: '1' }, { scale: '1.18', offset: 0.5 }, { scale: '1' }],
  pulse: [{ opacity: '1' }, { opacity: '0.45', offset: 0.5 }, { opacity: '1' }],
};
const USUAL_MS = 600;

/** Moves an element once, to be noticed; not for visitors who want less motion (WCAG 2.3.3). */
export function animate(element: Element, movement: Movement, ms: number = USUAL_MS): void {
  if (!Object.hasOwn(KEYFRAMES, movement) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate(KEYFRAMES[movement], { duration: ms, easing: 'ease-in-out' });
}
