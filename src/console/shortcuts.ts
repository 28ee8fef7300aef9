import { WORDS } from './words.ts';

/** Keys whose meaning the parts of a page have. */
type Shortcut =
  | 'search'
  | 'next-row'
  | 'previous-row'
  | 'close'
  | 'previous-conversation'
  | 'next-conversation'
  | 'layers'
  | 'play';

/** The actions of keys on a part of a page. Without one the browser does what it always does. */
export type ShortcutActions = Partial<Readonly<Record<Shortcut, (() => void) | undefined>>>;

/** The meaning of a key. `g` waits for the letter of a page. */
export type KeyAction =
  | { readonly type: 'on-page'; readonly key: Shortcut }
  | { readonly type: 'await-page' }
  | { readonly type: 'page'; readonly letter: string }
  | { readonly type: 'help' };

const SHORTCUT_KEYS: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  j: 'next-row',
  k: 'previous-row',
  Escape: 'close',
  '[': 'previous-conversation',
  ']': 'next-conversation',
  l: 'layers',
  ' ': 'play',
};

/** The action of a key. `awaitsPage`: the key before was `g`. */
export function actionOf(key: string, awaitsPage: boolean): KeyAction | undefined {
  if (awaitsPage) return { type: 'page', letter: key };
  if (key === 'g') return { type: 'await-page' };
  if (key === '?') return { type: 'help' };
  const known = Object.hasOwn(SHORTCUT_KEYS, key) ? SHORTCUT_KEYS[key] : undefined;
  return known && { type: 'on-page', key: known };
}

/** True if an element uses letter keys itself, as text fields and lists do. */
export const ownsKeys = (element: Element | null): boolean =>
  element?.matches('input:not([type=checkbox]), textarea, select, [contenteditable], dialog *, audio') ??
  false;

const { keys } = WORDS;

/** All keys with their words, for the list that `?` shows. */
export const SHORTCUTS: readonly (readonly [key: string, what: string])[] = [
  keys.palette,
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
