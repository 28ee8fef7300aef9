import type { Visitor } from '../page.ts';
import type { Document } from './document.ts';

/** The visitor's acts without any view: what the views would call. */

interface Surroundings {
  document(): Document;
  reload(): void;
  /** There is nothing to look at any more. */
  gone(): void;
}

function failedIn({ chat }: Document, text: string | undefined): string {
  const found = chat.transcript
    .peek()
    .find((it) => it.kind === 'message' && it.canRetry && (text ?? it.text) === it.text);
  if (!found) throw new Error('there is no such message to retry');
  return found.id;
}

export function createVisitor({ document, reload, gone }: Surroundings): Visitor {
  let isShown = false;
  const chat = () => document().chat;
  const tell = (news: 'visible' | 'pagehide' | 'pageshow') => document().surroundings.tell(news);

  return {
    async open() {
      isShown = true;
      chat().start();
    },
    async close() {
      isShown = false;
      chat().rest();
    },
    send: async (text) => chat().send(text),
    retry: async (text) => chat().retry(failedIn(document(), text)),
    reconnect: async () => chat().reconnect(),
    end: async () => chat().end(),
    restart: async () => chat().restart(),
    async tap(suggestion) {
      const isThere = chat()
        .suggestions.peek()
        .some(({ messageText }) => messageText === suggestion);
      if (!isThere) throw new Error(`there is no suggestion ${suggestion}`);
      chat().send(suggestion);
    },
    key: async () => chat().setTyping(true),
    clear: async () => chat().setTyping(false),
    blur: async () => chat().setTyping(false),
    async see(isVisible) {
      if (isVisible) tell('visible');
    },
    leave: async () => tell('pagehide'),
    comeBack: async () => tell('pageshow'),
    async closePage() {
      gone();
      tell('pagehide');
      chat().dispose();
    },
    async reload() {
      tell('pagehide');
      chat().dispose();
      reload();
      if (isShown) chat().start();
    },
    destroy: async () => chat().dispose(),
    async listen(event, throws) {
      const name = event.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
      chat().on(name as 'message', () => {
        if (!throws) return;
        const { setTimeout } = globalThis;
        // The emitter throws it again in a task of its own, where nothing could catch it here.
        globalThis.setTimeout = (() => {
          globalThis.setTimeout = setTimeout;
        }) as unknown as typeof setTimeout;
        throw new Error('thrown by a listener of the embedding page');
      });
    },
  };
}
