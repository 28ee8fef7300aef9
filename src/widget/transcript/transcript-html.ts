import type { Entry, Message } from '../../chat/model/model.ts';
import { limitCombining } from '../../text/combining-marks.ts';
import { linkUrl, telUrl } from '../../text/links.ts';
import { renderMarkdown } from '../../text/render-markdown.ts';
import { directionOf } from '../locales/localization.ts';
import type { Scope } from '../scope.ts';
import { initialOf } from './author-avatar.ts';
import { authorKind, authorName } from './author-name.ts';
import { noticeText } from './notice-text.ts';
import { isWithdrawn } from './row-view.ts';

/** A transcript as an HTML file. All text of others becomes text nodes, as in the panel (S-23). */

/** The file runs and loads nothing, whatever is in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Without `>`, which is escaped when the page is serialized as XML. */
const STYLE = `:root{--text:#161b24;--muted:#5a6372;--bubble:#f4f5f7;--line:#dfe3e8;--on-accent:#fff;color-scheme:light}
@supports (color:oklch(from red l c h)){:root{--on-accent:oklch(from var(--accent) clamp(0,(.65 - l)*999,1) 0 0)}}
body{max-width:46rem;margin:0 auto;padding:0 1rem 3rem;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:#fff}
.top{display:flex;gap:.8rem;align-items:center;padding:1.6rem 0 1rem;margin-bottom:1.4rem;border-bottom:2px solid var(--accent)}
h1{margin:0;font-size:1.3rem}.top p{margin:0;color:var(--muted);font-size:.875rem}
article{display:grid;grid-template-columns:2rem minmax(0,auto);gap:.2rem .7rem;justify-content:start;margin:1rem 15% 1rem 0}
article.mine{grid-template-columns:minmax(0,auto);justify-content:end;justify-items:end;margin:1rem 0 1rem 15%}
[dir=rtl] article{margin:1rem 0 1rem 15%}[dir=rtl] article.mine{margin:1rem 15% 1rem 0}
article header,.bubble{grid-column:-2}.avatar{grid-row:2;align-self:end;display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;font-weight:600;color:var(--on-accent);background:var(--accent)}

.avatar::before{content:attr(data-initial)}article header,.notice{color:var(--muted);font-size:.8125rem}header b{color:var(--text)}
.bubble{padding:.6rem .9rem;border:1px solid var(--line);border-radius:1rem;background:var(--bubble);overflow-wrap:anywhere}.mine .bubble{color:var(--on-accent);background:var(--accent);border-color:transparent}
.bubble :first-child{margin-top:0}.bubble :last-child{margin-bottom:0}
.own{white-space:pre-wrap}.notice{text-align:center}
pre{overflow:auto;padding:.6rem;border:1px solid var(--line)}table{border-collapse:collapse}th,td{padding:.2rem .6rem;border:1px solid var(--line);text-align:start}
@media screen and (prefers-color-scheme:dark){:root{--text:#edf0f4;--muted:#a3adbb;--bubble:#232830;--line:#39414d;color-scheme:dark}body{background:#14181e}a{color:#9cc7ff}}
@media print{article{break-inside:avoid}.mine .bubble,.avatar{color:var(--text);background:none;border:1px solid var(--text)}pre{white-space:pre-wrap}}`;

/** Initial of a name in a circle. It is no text: the name stands beside it. */
const avatar = (name: string) =>
  element('span', '', { class: 'avatar', 'data-initial': initialOf(name) ?? '' });

function element(name: string, text = '', attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const created = document.createElement(name);
  created.textContent = limitCombining(text);
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
    line.append(limitCombining(noticeText(entry, texts, scope.locale.peek())), ' · ', time);
    return line;
  }
  const isOwn = entry.author === 'user';
  const created = element('article', '', isOwn ? { class: 'mine' } : {});
  const header = element('header');
  const name = element('b');
  name.append(element('bdi', authorName(entry, scope)));
  const kind = authorKind(entry, scope);
  header.append(name, ...(kind === undefined ? [] : [' · ', kind]), ' · ', time);
  if (entry.delivery === 'failed') header.append(' · ', texts.notSent);
  const bubble = element('div', '', { class: 'bubble' });
  bubble.append(
    isOwn ? element('div', entry.text, { class: 'text own', dir: 'auto' }) : formatted(entry.text),
    ...attachmentsOf(entry),
  );
  created.append(header);
  if (!isOwn) created.append(avatar(authorName(entry, scope)));
  created.append(bubble);
  return created;
}

/** The site's accent, unless it is no colour: the value becomes a part of the style sheet. */
function accentOf({ config, options }: Scope): string {
  const accent = options.accent ?? config.peek()?.accent ?? '';
  return CSS.supports('color', accent) ? accent : '#0f4c81';
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
    element('style', `:root{--accent:${accentOf(scope)}}${STYLE}`),
  );
  const body = element('body');
  const header = element('header', '', { class: 'top' });
  const titles = element('div');
  const [first] = scope.chat.transcript.peek();
  titles.append(element('h1', title, { dir: 'auto' }));
  if (first)
    titles.append(element('p', new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(first.at)));
  header.append(avatar(title), titles);
  body.append(header);
  for (const entry of scope.chat.transcript.peek()) {
    if (isWithdrawn(entry, scope.ui)) continue;
    const dateTime = new Date(entry.at).toISOString();
    body.append(article(entry, scope, element('time', format.format(entry.at), { datetime: dateTime })));
  }
  const page = element('html', '', { lang: locale, dir: directionOf(locale) });
  page.append(head, body);
  return `<!doctype html>\n${new XMLSerializer().serializeToString(page)}\n`;
}
