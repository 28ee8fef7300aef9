import { signal } from '@preact/signals';
import { fireEvent, within } from '@testing-library/dom';
import { render } from 'preact';
import { expect, it } from 'vitest';
import { Composer } from '../../src/desk/composer.tsx';
import { INITIAL_STATE, setDraft } from '../../src/desk/state.ts';
import type { Store } from '../../src/desk/store.ts';

it('sends on Enter, not on one that only confirms a candidate of an input method', () => {
  const sent: string[] = [];
  const store = {
    state: signal(setDraft(INITIAL_STATE, 'one', 'こん')),
    send: (id: string) => sent.push(id),
    stopTyping() {},
  };
  render(<Composer store={store as unknown as Store} id="one" />, document.body);
  const field = within(document.body).getByRole('textbox', { name: 'Your message' });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(sent).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(sent).toEqual(['one']);
  render(null, document.body);
});
