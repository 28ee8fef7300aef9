import type { Entry, Message } from '../../chat/model/model.ts';
import { limitCombining } from '../../text/combining-marks.ts';
import type { LazyViews } from '../context/lazy-views.ts';
import type { WidgetContext } from '../context/widget-context.ts';
import { directionOf } from '../locales/localization.ts';

/** A transcript as an HTML file. All untrusted text becomes text nodes, as in the panel (S-23). */

/** Forbids scripts and requests, whatever the file contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Without `>`: the page is serialized as XML, which escapes it. Greys are translucent: they suit light and dark. */
const STYLE = `:root{color-scheme:light dark}
body{max-width:46rem;margin:0 auto;padding:1rem;font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.3rem;border-bottom:2px solid var(--accent)}
article{width:fit-content;margin:1rem 0;margin-inline-end:15%;break-inside:avoid}
article.mine{margin-inline:auto 0;max-width:85%}
header,.notice{font-size:.8rem;opacity:.75}.mine header{text-align:end}.notice{text-align:center}
.bubble{padding:.6rem .9rem;border:1px solid #8884;border-radius:1rem;background:#8881;overflow-wrap:anywhere}.mine .bubble{border-color:var(--accent)}
.bubble :first-child{margin-top:0}.bubble :last-child{margin-bottom:0}
.own,pre{white-space:pre-wrap}table{border-collapse:collapse}th,td{padding:.2rem .6rem;border:1px solid #8888}`;

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
function formatted(text: string, { renderMarkdown }: LazyViews): HTMLElement {
  const root = element('div', '', { class: 'text', dir: 'auto' });
  renderMarkdown(root, text, { hosts: { includes: () => true }, showLabel: '' });
  // The images are lazy and detached, so none has loaded.
  for (const picture of root.querySelectorAll('img'))
    picture.replaceWith(link(picture.alt || picture.src, picture.src));
  return root;
}

function attachmentsOf({ attachments, callActions }: Message, { linkUrl, telUrl }: LazyViews): HTMLElement[] {
  const links = [
    ...attachments.map(({ title, callToActionText, contentUrl = '' }) =>
      link(title || callToActionText || contentUrl, linkUrl(contentUrl)?.href),
    ),
    ...callActions.map(({ title, contactNumber }) =>
      link(`${title}: ${contactNumber}`, telUrl(contactNumber)),
    ),
  ];
  return links.map((content) => {
    const line = element('p', '', { dir: 'auto' });
    line.append(content);
    return line;
  });
}

function article(entry: Entry, context: WidgetContext, lazy: LazyViews, time: HTMLElement): HTMLElement {
  const texts = context.strings.peek();
  if (entry.kind === 'notice') {
    const line = element('p', '', { class: 'notice' });
    const text = limitCombining(lazy.noticeText(entry, texts, context.locale.peek()));
    // A sentence of ours may begin with a name of another script.
    line.append(entry.notice === 'system' ? element('bdi', text) : text, ' · ', time);
    return line;
  }
  const isOwn = entry.author === 'user';
  const created = element('article', '', isOwn ? { class: 'mine' } : {});
  const header = element('header');
  const name = element('b');
  name.append(element('bdi', lazy.authorName(entry, context)));
  const kind = lazy.authorKind(entry, context);
  header.append(name, ...(kind === undefined ? [] : [' · ', kind]), ' · ', time);
  if (entry.delivery === 'failed') header.append(' · ', texts.notSent);
  if (entry.delivery === 'sending') header.append(' · ', texts.sending);
  const bubble = element('div', '', { class: 'bubble' });
  bubble.append(
    isOwn ? element('div', entry.text, { class: 'text own', dir: 'auto' }) : formatted(entry.text, lazy),
    ...attachmentsOf(entry, lazy),
  );
  created.append(header, bubble);
  return created;
}

/** The site's accent if it is a valid colour: it becomes a part of the style sheet. */
function accentOf({ config, options }: WidgetContext): string {
  const accent = options.accent ?? config.peek()?.accent ?? '';
  return CSS.supports('color', accent) ? accent : '#0f4c81';
}

/** The transcript as a page in the current language: title, authors, times, and formatted text. */
export function transcriptHtml(context: WidgetContext, lazy: LazyViews): string {
  const locale = context.locale.peek();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const title = context.config.peek()?.header.text ?? context.strings.peek().transcript;
  const head = element('head');
  head.append(
    element('meta', '', { charset: 'utf-8' }),
    element('meta', '', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element('meta', '', { name: 'viewport', content: 'width=device-width' }),
    element('title', title),
    element('style', `:root{--accent:${accentOf(context)}}${STYLE}`),
  );
  const body = element('body');
  body.append(element('h1', title, { dir: 'auto' }));
  for (const entry of context.chat.transcript.peek()) {
    if (lazy.isWithdrawn(entry, context.ui)) continue;
    const dateTime = new Date(entry.at).toISOString();
    const time = element('time', format.format(entry.at), { datetime: dateTime });
    body.append(article(entry, context, lazy, time));
  }
  const page = element('html', '', { lang: locale, dir: directionOf(locale) });
  page.append(head, body);
  return `<!doctype html>\n${new XMLSerializer().serializeToString(page)}\n`;
}
