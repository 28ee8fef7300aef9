import type { Entry, Message } from '../../chat/model/model.ts';
import { linkUrl, telUrl } from '../../text/links.ts';
import { renderMarkdown } from '../../text/render-markdown.ts';
import { directionOf } from '../locales/localization.ts';
import type { Scope } from '../scope.ts';
import { authorName } from './author-name.ts';
import { noticeText } from './notice-text.ts';
import { isWithdrawn } from './row-view.ts';

/** A transcript as an HTML file. All text of others becomes text nodes, as in the panel (S-23). */

/** The file runs and loads nothing, whatever is in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE = `body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#161b24;background:#fff}
h1{font-size:1.4rem}article{margin:1.2rem 0}header,.notice{color:#5a6372;font-size:.875rem}header b{color:#161b24}
.text{overflow-wrap:anywhere}.own{white-space:pre-wrap}.notice{text-align:center}
pre{overflow:auto;padding:.6rem;background:#f4f5f7}table{border-collapse:collapse}th,td{padding:.2rem .6rem;border:1px solid #c6ccd4;text-align:start}
@media (prefers-color-scheme:dark){body{color:#edf0f4;background:#14181e}header b{color:#edf0f4}header,.notice{color:#a3adbb}pre{background:#232830}a{color:#9cc7ff}}`;

function element(name: string, text = '', attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  return created;
}

/** A link, or its label if the target may not be followed. */
const link = (label: string, href: string | undefined): HTMLElement =>
  href === undefined ? element('span', label) : element('a', label, { href, rel: 'noopener noreferrer' });

/** Markdown as elements. A picture becomes a link to it: the file loads nothing. */
function formatted(text: string): HTMLElement {
  const root = element('div', '', { class: 'text', dir: 'auto' });
  renderMarkdown(root, text, { hosts: { includes: () => true }, showLabel: '' });
  // They are lazy and outside of any page, so that none has loaded.
  for (const picture of root.querySelectorAll('img'))
    picture.replaceWith(link(picture.alt || picture.src, picture.src));
  return root;
}

function attachmentsOf({ attachments, callActions }: Message): HTMLElement[] {
  const links = [
    ...attachments.map(({ title, callToActionText, contentUrl = '' }) =>
      link(title || callToActionText || contentUrl, linkUrl(contentUrl)?.href),
    ),
    ...callActions.map(({ title, contactNumber }) =>
      link(`${title}: ${contactNumber}`, telUrl(contactNumber)),
    ),
  ];
  return links.map((it) => {
    const line = element('p', '', { dir: 'auto' });
    line.append(it);
    return line;
  });
}

function article(entry: Entry, scope: Scope, time: HTMLElement): HTMLElement {
  const texts = scope.strings.peek();
  if (entry.kind === 'notice') {
    const line = element('p', '', { class: 'notice', dir: 'auto' });
    line.append(noticeText(entry, texts, scope.locale.peek()), ' · ', time);
    return line;
  }
  const created = element('article');
  const header = element('header');
  const name = element('b');
  name.append(element('bdi', authorName(entry, scope)));
  header.append(name, ' · ', time);
  if (entry.delivery === 'failed') header.append(' · ', texts.notSent);
  const isOwn = entry.author === 'user';
  created.append(
    header,
    isOwn ? element('div', entry.text, { class: 'text own', dir: 'auto' }) : formatted(entry.text),
    ...attachmentsOf(entry),
  );
  return created;
}

/** The transcript as a page in the current language: title, authors, times, and formatted text. */
export function transcriptHtml(scope: Scope): string {
  const locale = scope.locale.peek();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const title = scope.config.peek()?.header.text ?? scope.strings.peek().transcript;
  const head = element('head');
  head.append(
    element('meta', '', { charset: 'utf-8' }),
    element('meta', '', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element('meta', '', { name: 'viewport', content: 'width=device-width' }),
    element('title', title),
    element('style', STYLE),
  );
  const body = element('body');
  body.append(element('h1', title, { dir: 'auto' }));
  for (const entry of scope.chat.transcript.peek()) {
    if (isWithdrawn(entry, scope.ui)) continue;
    const dateTime = new Date(entry.at).toISOString();
    body.append(article(entry, scope, element('time', format.format(entry.at), { datetime: dateTime })));
  }
  const page = element('html', '', { lang: locale, dir: directionOf(locale) });
  page.append(head, body);
  return `<!doctype html>\n${new XMLSerializer().serializeToString(page)}\n`;
}
