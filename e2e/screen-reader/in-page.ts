import { Virtual } from '@guidepup/virtual-screen-reader';
import { recordAnnouncements } from './announcements.ts';

/** Runs in the page: a virtual screen reader at the widget, as `window.screenReader`. */

/** Phrases after which a walk is given up: the page changes while it is read. */
const MOST_PHRASES = 1_000;

function find(selector: string): HTMLElement {
  const found = document
    .querySelector('foyer-chat')
    ?.shadowRoot?.querySelector<HTMLElement>(`.root${selector}`);
  if (!found) throw new Error(`unable to read ".root${selector}"; the page has none`);
  return found;
}

/** Phrase at the cursor. The library also logs announcements, of which `recordAnnouncements` knows more. */
async function phraseAt(cursor: Virtual): Promise<string> {
  const phrases = await cursor.spokenPhraseLog();
  return phrases.findLast((phrase) => !/^(polite|assertive): /.test(phrase)) ?? '';
}

/** Phrases from the cursor's place around once. The library goes from the last element to the first. */
async function walk(cursor: Virtual): Promise<string[]> {
  const start = cursor.activeNode;
  const phrases: string[] = [];
  for (let step = 0; step < MOST_PHRASES; step++) {
    const phrase = await phraseAt(cursor);
    // The end of an element has a phrase, too.
    if (cursor.activeNode === start && phrase === phrases[0]) return phrases;
    phrases.push(phrase);
    await cursor.next();
  }
  throw new Error(`unable to read to the end; the page changes after "${phrases[0]}"`);
}

/** The cursor of the visitor, which follows the focus. */
const visitor = new Virtual();
const root = find('');
const announcements = recordAnnouncements(root);
await visitor.start({ container: root });

const screenReader = {
  announcements: () => announcements,
  /** All phrases of an element of the widget, from its beginning. */
  async readAll(selector: string) {
    const cursor = new Virtual();
    await cursor.start({ container: find(selector) });
    const phrases = await walk(cursor);
    await cursor.stop();
    return phrases;
  },
  /** All phrases from the visitor's cursor, until it is there again. */
  readOn: () => walk(visitor),
  /** Phrase at the visitor's cursor. */
  spoken: () => phraseAt(visitor),
  /** Moves the visitor's cursor to the next element with this phrase. */
  async moveTo(phrase: string) {
    for (let step = 0; step < MOST_PHRASES; step++) {
      await visitor.next();
      if ((await phraseAt(visitor)) === phrase) return;
    }
    throw new Error(`unable to move to "${phrase}"; nothing is read like that`);
  },
  /** Presses the element at the visitor's cursor. */
  press: () => visitor.act(),
};
export type InPageScreenReader = typeof screenReader;

Object.assign(window, { screenReader });
