import type { LauncherAnimation } from '../context/options.ts';
import { reducesMotion } from '../context/reduced-motion.ts';

const KEYFRAMES: Readonly<Record<LauncherAnimation, Keyframe[]>> = {
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
const DEFAULT_MS = 600;

/** Animates an element once to draw attention. Does nothing under `prefers-reduced-motion` (WCAG 2.3.3). */
export function animate(element: Element, animation: LauncherAnimation, ms: number = DEFAULT_MS): void {
  if (!Object.hasOwn(KEYFRAMES, animation) || reducesMotion()) return;
  element.animate(KEYFRAMES[animation], { duration: ms, easing: 'ease-in-out' });
}
