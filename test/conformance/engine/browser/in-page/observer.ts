import { english } from '../../../../../src/widget/locales/translations/strings.ts';
import { hasGlobal } from '../../globals.ts';
import { createDeliveryHistory } from '../../history.ts';
import type { InPageEngine, Setup } from './types.ts';

/** Observes the page: the connection status, the facts of the scenario, events of the API, errors. */

/** Record of the API's events about messages and the end. */
export interface ApiRecord {
  /** Sent texts by message id. */
  readonly texts: Map<string, string>;
  endReason: string | null;
  /** Suggestions by the message under which they were last shown. */
  readonly suggestions: Map<string, readonly string[]>;
}

interface Api {
  on(name: string, fn: (detail: Readonly<Record<string, unknown>>) => void): void;
}

const EVENTS = [
  'message',
  'client-handoff-required',
  'session-start',
  'session-end',
  'language',
  'handoff',
  'connection',
  'open',
  'close',
  'unread',
  'error',
];
const TYPING = english.typing.replace('{name}', '').trim();

export const isTypingText = (text: string): boolean => text.includes(TYPING);

function isPresent(shadow: ShadowRoot, what: string): boolean {
  const at = what.indexOf(':');
  const [name, value] = at < 0 ? [what, ''] : [what.slice(0, at), what.slice(at + 1)];
  const { dataset } = shadow.host as HTMLElement;
  switch (name) {
    case 'text':
      return shadow.textContent?.includes(value) === true;
    case 'status':
      return dataset['connection'] === value;
    case 'handoff':
      return dataset['handoff'] === value.replaceAll('_', '-');
    case 'notice':
      return shadow.querySelector(`[data-kind="${value}"]`) !== null;
    case 'delivery':
      return shadow.querySelector(`[data-delivery="${value}"]`) !== null;
    case 'streaming':
      return shadow.querySelector('[data-streaming]') !== null;
    case 'typing':
      return [...shadow.querySelectorAll('[role="status"]')].some((element) =>
        isTypingText(element.textContent ?? ''),
      );
    default:
      return what.includes('.') && hasGlobal(what);
  }
}

const deliveriesIn = (shadow: ShadowRoot) =>
  new Map(
    [...shadow.querySelectorAll<HTMLElement>('[data-delivery]')].map(
      ({ dataset }) => [dataset['messageId'] ?? '', dataset['delivery'] ?? ''] as const,
    ),
  );

export const labelsIn = (shadow: ShadowRoot): string[] =>
  [...shadow.querySelectorAll(`[aria-label="${english.suggestions}"] button`)].map(
    (element) => element.textContent ?? '',
  );

export function installObserver(engine: InPageEngine, { observe }: Setup): ApiRecord {
  const apiRecord: ApiRecord = { texts: new Map(), endReason: null, suggestions: new Map() };
  const reported = new Set<string>();
  const watched = new WeakSet<Node>();
  const history = createDeliveryHistory();
  let status: string | undefined;

  function listen(host: Element): void {
    const api = (host as Element & { readonly foyer?: Api }).foyer;
    for (const name of EVENTS) {
      api?.on(name, (detail) => {
        engine.emit({ is: 'event', name, detail });
        if (name === 'message') apiRecord.texts.set(String(detail['id']), String(detail['text']));
        if (name === 'session-end') apiRecord.endReason = String(detail['reason']);
        if (name === 'session-start') apiRecord.endReason = null;
      });
    }
  }

  function noteSuggestions(shadow: ShadowRoot): void {
    const latest = [...shadow.querySelectorAll<HTMLElement>('[data-author]:not([data-kind])')].at(-1);
    const id = latest?.dataset['messageId'];
    const labels = labelsIn(shadow);
    if (id !== undefined) apiRecord.suggestions.set(id, labels);
  }

  engine.observe = () => {
    const host = document.querySelector<HTMLElement>('foyer-chat');
    const shadow = host?.shadowRoot;
    if (!host || !shadow) return;
    const { connection } = host.dataset;
    if (connection !== undefined && connection !== status) {
      status = connection;
      engine.emit({ is: 'status', status });
    }
    if (observe.length > 0) {
      for (const what of history.check(
        engine.timers.now(),
        deliveriesIn(shadow),
        isPresent(shadow, 'typing'),
      ))
        engine.emit({ is: 'sighted', what });
    }
    for (const what of observe) {
      if (reported.has(what) || !isPresent(shadow, what)) continue;
      reported.add(what);
      engine.emit({ is: 'sighted', what });
    }
    if (watched.has(host)) return;
    watched.add(host);
    listen(host);
    observer.observe(host, { attributes: true });
    // The whole transcript is read at every change only when there are facts to observe.
    if (observe.length > 0)
      observer.observe(shadow, { subtree: true, childList: true, characterData: true, attributes: true });
  };
  const observer = new MutationObserver(engine.observe);
  new MutationObserver(engine.observe).observe(document, { subtree: true, childList: true });

  window.addEventListener('error', ({ message }) => {
    // The scenario makes this listener throw.
    if (!message.includes('thrown by a listener of the embedding page'))
      engine.emit({ is: 'error', message });
  });
  window.addEventListener('unhandledrejection', ({ reason }) =>
    engine.emit({ is: 'error', message: String(reason) }),
  );
  engine.settled = () => {
    engine.observe();
    const shadow = document.querySelector('foyer-chat')?.shadowRoot;
    if (shadow) noteSuggestions(shadow);
  };
  return apiRecord;
}
