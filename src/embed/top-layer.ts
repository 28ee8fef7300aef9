import { adoptStyleSheet } from './style-sheet.ts';
import css from './top-layer.css?inline';

/**
 * Puts `root` into the top layer if `html` is transformed or contained: then fixed elements are positioned in `html` and scroll with
 * the page. Only then, because the top layer ignores `z-index`.
 */
export function moveToTopLayer(root: HTMLElement): void {
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'fixed', inset: '0', visibility: 'hidden', pointerEvents: 'none' });
  root.append(probe);
  const { top, bottom } = probe.getBoundingClientRect();
  probe.remove();
  const height = Math.max(innerHeight, document.querySelector('html')?.clientHeight ?? 0);
  const isMoved = Math.abs(top) > 1 || bottom > height + 1;
  // Not available in the oldest supported browsers.
  if (!isMoved || !root.showPopover || root.matches(':popover-open')) return;
  if (!root.popover) adoptStyleSheet(root.getRootNode() as ShadowRoot, css);
  root.popover = 'manual';
  root.showPopover();
}
