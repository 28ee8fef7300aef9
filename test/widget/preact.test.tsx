import { render } from '@testing-library/preact';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { expect, it } from 'vitest';

/** The views use a part of Preact only. These tests notice when a build leaves out another part. */

it('Preact calls a function ref with the element, and with null when the element is removed', () => {
  const calls: unknown[] = [];
  const note = (element: Element | null) => {
    calls.push(element?.localName ?? null);
  };
  const { unmount } = render(<p ref={note} />);
  unmount();
  expect(calls).toEqual(['p', null]);
});

it('Preact uses the default of a context outside of its provider, and the provider’s value inside', () => {
  const Word = createContext('default');
  const Show = () => <b>{useContext(Word)}</b>;
  const { container, rerender } = render(<Show />);
  expect(container.textContent).toBe('default');
  for (const value of ['first', 'second']) {
    rerender(
      <Word.Provider value={value}>
        <Show />
      </Word.Provider>,
    );
    expect(container.textContent).toBe(value);
  }
});

it('Preact distinguishes a progress of 0 from an absent one', () => {
  const { container, rerender } = render(<progress value={0} />);
  expect(container.querySelector('progress')?.getAttribute('value')).toBe('0');
  rerender(<progress />);
  expect(container.querySelector('progress')?.hasAttribute('value')).toBe(false);
});
