import { extraEnglish } from '../../../../../src/widget/extra-strings.ts';
import { english } from '../../../../../src/widget/strings.ts';
import type { Row, View } from '../../page.ts';
import type { PageStage } from './types.ts';
import { isTypingText, labelsIn, type Sayings } from './watch.ts';

/** Reads what stands in the page, by the contract's attributes, roles and names, into the scenarios' words (contract §3). */

const spelt = (word: string | undefined) => (word ?? '').replaceAll('-', '_');
const textOf = (element: Element | null | undefined) => element?.textContent ?? '';

/** What stands in a text for the `{name}` of its template; undefined: it is no such text. */
function valueIn(template: string, text: string): string | undefined {
  const [before = '', after = ''] = template.split(/\{\w+\}/);
  const start = text.indexOf(before);
  if (start !== 0 || !text.includes(after)) return undefined;
  const end = after === '' ? text.length : text.indexOf(after, before.length);
  return end < before.length ? undefined : text.slice(before.length, end);
}

const FAILURES: Readonly<Record<string, string>> = {
  [extraEnglish.tooLarge]: 'too_large',
  [extraEnglish.queueFull]: 'queue_full',
  [extraEnglish.unconfirmed]: 'unconfirmed',
  [extraEnglish.chatEnded]: 'ended',
};

/** Markdown as it reads: its signs and addresses gone, and the spaces that layout makes of it. */
const plain = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^<>]{1,200}>/g, '')
    .replace(/[\s*_`~#>|\\-]+/g, '')
    .replace(/\d+\./g, '');

const buttonIn = (root: ParentNode, name: string) =>
  [...root.querySelectorAll('button')].find((it) => (it.getAttribute('aria-label') ?? textOf(it)) === name);

function noticeOf(row: HTMLElement, { endReason }: Sayings): Row {
  const { kind = '', level, messageId } = row.dataset;
  const text = textOf(row.querySelector('p'));
  const found = { role: 'notice', kind, message_id: messageId };
  switch (kind) {
    case 'conversation_ended':
      return endReason === null
        ? { ...found, hidden: ['reason'] }
        : { ...found, reason: `REASON_${endReason.toUpperCase()}` };
    case 'system':
      return { ...found, text, level };
    case 'queue_status': {
      const position = valueIn(extraEnglish.queuedAt, text);
      const isOwn = position === undefined && !text.startsWith(extraEnglish.queued);
      return {
        ...found,
        position: position === undefined ? undefined : Number(position),
        display_message: isOwn ? text : undefined,
        hidden: ['queue_name', 'estimated_wait_seconds', ...(isOwn ? (['position'] as const) : [])],
      };
    }
    case 'live_agent_joined':
      return { ...found, name: nameIn(extraEnglish.joined, text) };
    case 'live_agent_left':
      return { ...found, name: nameIn(extraEnglish.left, text) };
    case 'client_handoff_required':
      return { ...found, hidden: ['reason', 'queue_name', 'route'] };
    default:
      return found;
  }
}

/** A neutral word stands for nobody in particular. */
function nameIn(template: string, text: string): string | undefined {
  const name = valueIn(template, text);
  return name === english.liveAgent ? undefined : name;
}

/** The words of a bubble: the visitor's own have a mark behind them that is none of theirs. */
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
  const action = textOf(card.querySelector('.action'));
  return {
    content_type: card.matches('figure') ? 'image' : 'url',
    ...(link && { content_url: link.href }),
    ...(title && { title }),
    ...(action && { call_to_action_text: action }),
  };
}

function messageOf(row: HTMLElement, isLatest: boolean, shadow: ShadowRoot, sayings: Sayings): Row {
  const { author = '', delivery, messageId = '', streaming } = row.dataset;
  const shown = wordsOf(row.querySelector('[part="message"]'), author);
  const sent = sayings.texts.get(messageId);
  const reads = shown !== sent && sent !== undefined && plain(shown) === plain(sent);
  const failure = [...row.querySelectorAll('span')].map(textOf).find((it) => it in FAILURES);
  const said = row.querySelector('.sr');
  const name = author === 'user' ? undefined : valueIn(english.said, textOf(said));
  const earlier = sayings.suggestions.get(messageId);
  const isNeutral = name === english.agent || name === english.liveAgent;
  return {
    role: spelt(author),
    message_id: messageId,
    text: reads ? sent : shown,
    delivery,
    streaming: streaming !== undefined,
    interrupted: textOf(row).includes(extraEnglish.interrupted),
    attachments: [...row.querySelectorAll('.card')].map(cardOf),
    call_actions: row.querySelectorAll('a[href^="tel:"]').length,
    suggestions: isLatest ? labelsIn(shadow) : (earlier ?? []),
    reason: failure && FAILURES[failure],
    retry_control: buttonIn(row, extraEnglish.retry) !== undefined,
    name: isNeutral ? undefined : name,
    isLaidOut: author !== 'user',
    // What an earlier message in the history proposed never stood there.
    hidden: !isLatest && earlier === undefined ? ['suggestions'] : [],
  };
}

function statusTexts(shadow: ShadowRoot): string[] {
  return [...shadow.querySelectorAll('.typing')].map((it) => textOf(it.querySelector('.hint')));
}

export const createView = (stage: PageStage, sayings: Sayings) => (): string => {
  stage.look();
  const host = document.querySelector<HTMLElement>('foyer-chat');
  const shadow = host?.shadowRoot;
  if (!host || !shadow) return stage.native.stringify(GONE);
  const rows = [...shadow.querySelectorAll<HTMLElement>('[data-message-id]')];
  const latest = rows.findLast(({ dataset }) => dataset['kind'] === undefined);
  const typing = statusTexts(shadow).find(isTypingText);
  const typist = typing && valueIn(english.typing, typing);
  const field = shadow.querySelector('textarea');
  const view: View = {
    messages: rows.map((row) =>
      row.dataset['kind'] === undefined
        ? messageOf(row, row === latest, shadow, sayings)
        : noticeOf(row, sayings),
    ),
    status: host.dataset['connection'] ?? '',
    handoff: spelt(host.dataset['handoff']),
    typing: typing !== undefined,
    typing_name: typist === english.agent || typist === english.liveAgent ? undefined : typist,
    input: field && !field.disabled ? 'enabled' : 'disabled',
    retry_control: buttonIn(shadow, english.tryAgain) !== undefined,
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
  return stage.native.stringify(view);
};

const buttonLabel = (shadow: ShadowRoot) =>
  shadow.querySelector('[part="launcher"]')?.getAttribute('aria-label') ?? '';

/** The agent is only named on what it says. */
function agentOf(rows: readonly HTMLElement[]): NonNullable<View['agent']> {
  const row = rows.findLast(({ dataset }) => dataset['author'] === 'agent');
  const name = row && valueIn(english.said, textOf(row.querySelector('.sr')));
  return name === undefined ? {} : { name: name === english.agent ? undefined : name };
}

/** The widget is not in the page. */
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
