import type { Page } from 'playwright/test';
import { english } from '../src/widget/locales/translations/strings.ts';

/**
 * A pseudo-locale: every string in brackets and longer by 40 % or more. What has no brackets is not translated, and what does
 * not fit would be cut off in a language with long words.
 */

/** `one=…|other=…` keeps its forms, and `{…}` its placeholders. */
const pseudo = (text: string): string =>
  text
    .split('|')
    .map((form) =>
      form.replace(/^((?:[a-z]+=)?)(.*)$/s, (_, name: string, words: string) => `${name}${longer(words)}`),
    )
    .join('|');
const longer = (words: string) => `⟦${words}${' ẽxtrâ'.repeat(Math.ceil((words.length * 0.4) / 6))}⟧`;

export const PSEUDO_LOCALE = Object.fromEntries(
  Object.entries(english).map(([key, text]) => [key, pseudo(text)]),
) as Record<keyof typeof english, string>;

/** Visible texts and labels of the widget that are not from the pseudo-locale, and elements that cut their text off. */
export const untranslated = (page: Page) =>
  page.evaluate(() => {
    /** Words of the site and of the platform, and numbers. */
    const FOREIGN =
      '[role="status"].visually-hidden, .bubble, .far, .card, .status bdi, .card-host, .call-action, .meta, .suggestion, .starter, .transcript .welcome, h2, .disclaimer, .consent > :not(.welcome, button), .prompt-text, .prompt-action, .prompt > [role="status"], [data-kind="system"], .day, .image';
    const root = document.querySelector('foyer-chat')?.shadowRoot;
    const found: string[] = [];
    const isOurs = (element: Element) => !element.closest(FOREIGN);
    for (const element of root?.querySelectorAll<HTMLElement>('*') ?? []) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const own = [...element.childNodes]
        .filter((node) => node instanceof Text)
        .map((node) => node.data.trim());
      const labels = ['aria-label', 'placeholder', 'title', 'alt'].map(
        (name) => element.getAttribute(name) ?? '',
      );
      for (const text of isOurs(element) ? [...own, ...labels] : [])
        if (/\p{L}/u.test(text) && !text.includes('⟦')) found.push(`${element.className}: ${text}`);
      const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element);
      const isHidden = clipPath !== 'none' || clip !== 'auto';
      const isCut =
        (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
      if (isCut && !isHidden && element.innerText.includes('⟦'))
        found.push(`cut off: ${element.className || element.localName}: ${element.innerText.slice(0, 60)}`);
    }
    return found;
  });
