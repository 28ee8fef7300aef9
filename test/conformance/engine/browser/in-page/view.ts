import { english } from '../../../../../src/widget/locales/translations/strings.ts';
import type { TranscriptRow, View } from '../../page.ts';
import { type ApiRecord, isTypingText, labelsIn } from './observer.ts';
import type { InPageEngine } from './types.ts';

/** Reads the page by the contract's attributes, roles and names into the scenarios' vocabulary (contract §3). */

const snakeCase = (word: string | undefined) => (word ?? '').replaceAll('-', '_');
const textOf = (element: Element | null | undefined) => element?.textContent ?? '';

/** Value of the `{name}` of a template in a text; undefined when the text does not match. */
function valueIn(template: string, text: string): string | undefined {
  const [before = '', after = ''] = template.split(/\{\w+\}/);
  const start = text.indexOf(before);
  if (start !== 0 || !text.includes(after)) return undefined;
  const end = after === '' ? text.length : text.indexOf(after, before.length);
  return end < before.length ? undefined : text.slice(before.length, end);
}

/** Name of an author. The first answer of a conversation also says that it is a machine's. */
const authorIn = (said: string) => valueIn(english.said, said)?.replace(`, ${english.aiAssistant}`, '');

const FAILURES: Readonly<Record<string, string>> = {
  [english.tooLarge]: 'too_large',
  [english.queueFull]: 'queue_full',
  [english.unconfirmed]: 'unconfirmed',
  [english.notSent]: 'configuration',
  [english.chatEnded]: 'ended',
};

/** Removes Markdown signs, addresses and white space. */
const plain = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^<>]{1,200}>/g, '')
    .replace(/[\s*_`~#>|\\-]+/g, '')
    .replace(/\d+\./g, '');

const buttonIn = (root: ParentNode, name: string) =>
  [...root.querySelectorAll('button')].find(
    (element) => (element.getAttribute('aria-label') ?? textOf(element)) === name,
  );

function noticeOf(row: HTMLElement, { endReason }: ApiRecord): TranscriptRow {
  const { kind = '', level, messageId } = row.dataset;
  const text = textOf(row.localName === 'p' ? row : row.querySelector('p'));
  const found = { role: 'notice', kind, message_id: messageId };
  switch (kind) {
    case 'conversation_ended':
      return endReason === null
        ? { ...found, hidden: ['reason'] }
        : { ...found, reason: `REASON_${endReason.toUpperCase()}` };
    case 'system':
      return { ...found, text, level };
    case 'queue_status': {
      const position = /^(\d+)(?:st|nd|rd|th) in line/.exec(text)?.[1];
      const isOwn = position === undefined && !text.startsWith(english.queued);
      return {
        ...found,
        position: position === undefined ? undefined : Number(position),
        display_message: isOwn ? text : undefined,
        hidden: ['queue_name', 'estimated_wait_seconds', ...(isOwn ? (['position'] as const) : [])],
      };
    }
    case 'live_agent_joined':
      return { ...found, name: nameIn(english.joined, text) };
    case 'live_agent_left':
      return { ...found, name: nameIn(english.left, text) };
    case 'client_handoff_required':
      return { ...found, hidden: ['reason', 'queue_name', 'route'] };
    default:
      return found;
  }
}

/** Name in a notice; undefined for the neutral word. */
function nameIn(template: string, text: string): string | undefined {
  const name = valueIn(template, text);
  return name === english.liveAgent ? undefined : name;
}

/** Text of a bubble. The visitor's own messages have a delivery mark, which is left out. */
function wordsOf(bubble: Element | null, author: string): string {
  if (author !== 'user') return textOf(bubble);
  return [...(bubble?.childNodes ?? [])]
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ data }: Node & { readonly data?: string }) => data ?? '')
    .join('');
}

function cardOf(card: Element): Readonly<Record<string, unknown>> {
  const link = card.querySelector<HTMLAnchorElement>('a[href]');
  const title = textOf(card.querySelector('strong, figcaption'));
  const action = textOf(card.querySelector('.card-action'));
  return {
    content_type: card.matches('figure') ? 'image' : 'url',
    ...(link && { content_url: link.href }),
    ...(title && { title }),
    ...(action && { call_to_action_text: action }),
  };
}

function messageOf(
  row: HTMLElement,
  isLatest: boolean,
  shadow: ShadowRoot,
  apiRecord: ApiRecord,
): TranscriptRow {
  const { author = '', delivery, messageId = '', streaming } = row.dataset;
  const isFar = row.localName === 'p';
  const [said = '', ...lines] = isFar ? textOf(row).split('\n') : [];
  const shown = isFar ? lines.join('\n') : wordsOf(row.querySelector('[part="message"]'), author);
  const sent = apiRecord.texts.get(messageId);
  const reads = shown !== sent && sent !== undefined && plain(shown) === plain(sent);
  const failure = [...row.querySelectorAll('span')].map(textOf).find((text) => text in FAILURES);
  const label = row.querySelector('.visually-hidden');
  const name = author === 'user' ? undefined : authorIn(isFar ? said : textOf(label));
  const earlier = apiRecord.suggestions.get(messageId);
  const isNeutral = name === english.agent || name === english.liveAgent;
  return {
    role: snakeCase(author),
    message_id: messageId,
    text: reads ? sent : shown,
    delivery,
    streaming: streaming !== undefined,
    interrupted: textOf(row).includes(english.interrupted),
    attachments: [...row.querySelectorAll('.card')].map(cardOf),
    call_actions: row.querySelectorAll('a[href^="tel:"]').length,
    suggestions: isLatest ? labelsIn(shadow) : (earlier ?? []),
    reason: failure && FAILURES[failure],
    retry_control: buttonIn(row, english.retry) !== undefined,
    name: isNeutral ? undefined : name,
    isLaidOut: author !== 'user',
    hidden: [
      // Suggestions of earlier messages in a history were never shown.
      ...(!isLatest && earlier === undefined ? (['suggestions'] as const) : []),
      // Text far from the visible part.
      ...(isFar ? (['attachments', 'call_actions'] as const) : []),
    ],
  };
}

function statusTexts(shadow: ShadowRoot): string[] {
  return [...shadow.querySelectorAll('.typing')].map((element) => textOf(element.querySelector('.hint')));
}

export const createView = (engine: InPageEngine, apiRecord: ApiRecord) => (): string => {
  engine.observe();
  const host = document.querySelector<HTMLElement>('foyer-chat');
  const shadow = host?.shadowRoot;
  if (!host || !shadow) return engine.native.stringify(GONE);
  const rows = [...shadow.querySelectorAll<HTMLElement>('[data-message-id]')];
  const latest = rows.findLast(({ dataset }) => dataset['kind'] === undefined);
  const typing = statusTexts(shadow).find(isTypingText);
  const typist = typing && valueIn(english.typing, typing);
  const field = shadow.querySelector('textarea');
  const view: View = {
    messages: rows.map((row) =>
      row.dataset['kind'] === undefined
        ? messageOf(row, row === latest, shadow, apiRecord)
        : noticeOf(row, apiRecord),
    ),
    status: host.dataset['connection'] ?? '',
    handoff: snakeCase(host.dataset['handoff']),
    typing: typing !== undefined,
    typing_name: typist === english.agent || typist === english.liveAgent ? undefined : typist,
    input: field && !field.disabled ? 'enabled' : 'disabled',
    retry_control: [...shadow.querySelectorAll('button')].some(
      (element) => textOf(element) === english.retry && !element.closest('[data-author="user"]'),
    ),
    new_chat_control: buttonIn(shadow, english.restart) !== undefined,
    banner: textOf(shadow.querySelector('[role="status"][data-state]')) !== '',
    suggestions: labelsIn(shadow),
    agent: agentOf(rows),
    ui_language: shadow.querySelector<HTMLElement>('[lang]')?.lang ?? host.lang ?? '',
    ui_dir: getComputedStyle(shadow.querySelector('[role="dialog"]') ?? host).direction,
    draft: field?.value ?? '',
    unread: Number(/\((\d+)/.exec(buttonLabel(shadow))?.[1] ?? 0),
    isClosed: shadow.querySelector('[role="dialog"]') === null,
  };
  return engine.native.stringify(view);
};

const buttonLabel = (shadow: ShadowRoot) =>
  shadow.querySelector('[part="launcher"]')?.getAttribute('aria-label') ?? '';

/** Agent's name, which is only shown on its messages. */
function agentOf(rows: readonly HTMLElement[]): NonNullable<View['agent']> {
  const row = rows.findLast(({ dataset }) => dataset['author'] === 'agent');
  const name = row && authorIn(textOf(row.querySelector('.visually-hidden')));
  return name === undefined ? {} : { name: name === english.agent ? undefined : name };
}

/** View of a page without the widget. */
const GONE: View = {
  messages: [],
  status: 'idle',
  handoff: 'none',
  typing: false,
  input: 'disabled',
  retry_control: false,
  new_chat_control: false,
  banner: false,
  suggestions: [],
};
