import { render } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { SmallScreen } from '../../../src/widget/shell/small-screen.ts';

afterEach(() => vi.unstubAllGlobals());

/** Height of a panel of this width in a window of 390 × 844. `shown`: a part of its size, in the middle of the animation. */
function heightOf(offsetWidth: number, shown: number): string {
  vi.stubGlobal(
    'visualViewport',
    Object.assign(new EventTarget(), { width: 390, height: 844, scale: 1, offsetTop: 0 }),
  );
  const panel = document.createElement('div');
  Object.defineProperty(panel, 'offsetWidth', { value: offsetWidth });
  panel.getBoundingClientRect = () => new DOMRect(0, 0, 390 * shown, 844 * shown);
  render(<SmallScreen panel={{ current: panel }} />);
  return panel.style.getPropertyValue('--_height');
}

it('fills the window also while the panel is still growing into it', () => {
  expect([heightOf(390, 1), heightOf(390, 0.94)]).toEqual(['844px', '844px']);
});

it('fills the window when the page shows it again', () => {
  expect(heightOf(0, 0)).toBe('844px');
});

it('fills the window of a page that is zoomed', () => {
  expect(heightOf(312, 1)).toBe('675.2px');
});
