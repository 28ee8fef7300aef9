import { english } from '../../../../../src/widget/strings.ts';
import { hasGlobal } from '../../globals.ts';
import { createHistory } from '../../history.ts';
import type { PageStage, Setup } from './types.ts';

/** Sees what becomes of the page: the words for the connection, what was to be watched for, what it is told, errors. */

/** What the page's API has said of messages and ends. */
export interface Sayings {
  /** Texts as they were sent, by message id. */
  readonly texts: Map<string, string>;
  endReason: string | null;
  /** Suggestions by the message under which they were last shown. */
  readonly suggestions: Map<string, readonly string[]>;
}

interface Api {
  on(name: string, fn: (detail: Readonly<Record<string, unknown>>) => void): void;
}

const EVENTS = ['message', 'client-handoff-required', 'session-start', 'session-end', 'language', 'handoff'];
const TYPING = english.typing.replace('{name}', '').trim();

export const isTypingText = (text: string): boolean => text.includes(TYPING);

function stands(shadow: ShadowRoot, what: string): boolean {
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
      return [...shadow.querySelectorAll('[role="status"]')].some((it) => isTypingText(it.textContent ?? ''));
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
    (it) => it.textContent ?? '',
  );

export function installWatch(stage: PageStage, { watch }: Setup): Sayings {
  const sayings: Sayings = { texts: new Map(), endReason: null, suggestions: new Map() };
  const sighted = new Set<string>();
  const watched = new WeakSet<Node>();
  const history = createHistory();
  let status: string | undefined;

  function listen(host: Element): void {
    const api = (host as Element & { readonly foyer?: Api }).foyer;
    for (const name of EVENTS) {
      api?.on(name, (detail) => {
        stage.tell({ is: 'event', name, detail });
        if (name === 'message') sayings.texts.set(String(detail['id']), String(detail['text']));
        if (name === 'session-end') sayings.endReason = String(detail['reason']);
        if (name === 'session-start') sayings.endReason = null;
      });
    }
  }

  function noteSuggestions(shadow: ShadowRoot): void {
    const latest = [...shadow.querySelectorAll<HTMLElement>('[data-author]:not([data-kind])')].at(-1);
    const id = latest?.dataset['messageId'];
    const labels = labelsIn(shadow);
    if (id !== undefined) sayings.suggestions.set(id, labels);
  }

  stage.look = () => {
    const host = document.querySelector<HTMLElement>('foyer-chat');
    const shadow = host?.shadowRoot;
    if (!host || !shadow) return;
    const { connection } = host.dataset;
    if (connection !== undefined && connection !== status) {
      status = connection;
      stage.tell({ is: 'status', status });
    }
    if (watch.length > 0) {
      for (const what of history.note(stage.timers.now(), deliveriesIn(shadow), stands(shadow, 'typing')))
        stage.tell({ is: 'sighted', what });
    }
    for (const what of watch) {
      if (sighted.has(what) || !stands(shadow, what)) continue;
      sighted.add(what);
      stage.tell({ is: 'sighted', what });
    }
    if (watched.has(host)) return;
    watched.add(host);
    listen(host);
    observer.observe(host, { attributes: true });
    // A long history is read again and again only where there is something to look out for.
    if (watch.length > 0)
      observer.observe(shadow, { subtree: true, childList: true, characterData: true, attributes: true });
  };
  const observer = new MutationObserver(stage.look);
  new MutationObserver(stage.look).observe(document, { subtree: true, childList: true });

  window.addEventListener('error', ({ message }) => {
    // That one is the page's own, as the scenario wanted it.
    if (!message.includes('thrown by a listener of the embedding page')) stage.tell({ is: 'error', message });
  });
  window.addEventListener('unhandledrejection', ({ reason }) =>
    stage.tell({ is: 'error', message: String(reason) }),
  );
  stage.settled = () => {
    stage.look();
    const shadow = document.querySelector('foyer-chat')?.shadowRoot;
    if (shadow) noteSuggestions(shadow);
  };
  return sayings;
}
