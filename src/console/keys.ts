import { WORDS } from './words.ts';

/** What a key does on every page. `g` waits for the letter of a page. */
export type KeyAction =
  | { readonly type: 'search' }
  | { readonly type: 'row'; readonly by: 1 | -1 }
  | { readonly type: 'close' }
  | { readonly type: 'conversation'; readonly to: 'previous' | 'next' }
  | { readonly type: 'layers' }
  | { readonly type: 'play' }
  | { readonly type: 'await-page' }
  | { readonly type: 'page'; readonly letter: string }
  | { readonly type: 'help' };

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  '/': { type: 'search' },
  j: { type: 'row', by: 1 },
  k: { type: 'row', by: -1 },
  Escape: { type: 'close' },
  '[': { type: 'conversation', to: 'previous' },
  ']': { type: 'conversation', to: 'next' },
  l: { type: 'layers' },
  ' ': { type: 'play' },
  g: { type: 'await-page' },
  '?': { type: 'help' },
};

/** The action of a key. `awaitsPage`: the key before was `g`. */
export function actionOf(key: string, awaitsPage: boolean): KeyAction | undefined {
  if (awaitsPage) return { type: 'page', letter: key };
  return Object.hasOwn(ACTIONS, key) ? ACTIONS[key] : undefined;
}

/** Whether the keys of an element are its own: letters are typed there, or choose something. */
export const ownsKeys = (element: Element | null): boolean =>
  element?.matches('input:not([type=checkbox]), textarea, select, [contenteditable], dialog *, audio') ??
  false;

const { keys } = WORDS;

/** All keys with their words, for the list that `?` shows. */
export const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['/', keys.search],
  ['j k', keys.rows],
  ['Enter', keys.openRow],
  ['Esc', keys.close],
  ['[ ]', keys.conversations],
  ['l', keys.layers],
  ['Space', keys.play],
  keys.page,
  ['?', keys.help],
];
