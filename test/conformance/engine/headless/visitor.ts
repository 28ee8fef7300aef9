import type { Visitor } from '../page.ts';
import type { Document } from './document.ts';

/** Visitor's actions without a view: calls the functions that a view would call. */

interface VisitorDependencies {
  document(): Document;
  reload(): void;
  /** The page is gone. */
  gone(): void;
}

function failedIn({ chat }: Document, text: string | undefined): string {
  const found = chat.transcript
    .peek()
    .find((entry) => entry.kind === 'message' && entry.canRetry && (text ?? entry.text) === entry.text);
  if (!found) throw new Error('there is no such message to retry');
  return found.id;
}

export function createVisitor({ document, reload, gone }: VisitorDependencies): Visitor {
  let isShown = false;
  const chat = () => document().chat;
  const emit = (event: 'visible' | 'pagehide' | 'pageshow') => document().environment.emit(event);

  return {
    async open() {
      isShown = true;
      chat().start();
    },
    async close() {
      isShown = false;
      chat().rest();
    },
    async send(text) {
      chat().send(text);
    },
    retry: async (text) => chat().retry(failedIn(document(), text)),
    reconnect: async () => chat().reconnect(),
    end: async () => chat().end(),
    restart: async () => chat().restart(),
    async tapSuggestion(suggestion) {
      const isThere = chat()
        .suggestions.peek()
        .some(({ messageText }) => messageText === suggestion);
      if (!isThere) throw new Error(`there is no suggestion ${suggestion}`);
      chat().send(suggestion);
    },
    pressKey: async () => chat().setTyping(true),
    clear: async () => chat().setTyping(false),
    blur: async () => chat().setTyping(false),
    async setVisible(isVisible) {
      if (isVisible) emit('visible');
    },
    navigateAway: async () => emit('pagehide'),
    navigateBack: async () => emit('pageshow'),
    async closePage() {
      gone();
      emit('pagehide');
      chat().dispose();
    },
    async reload() {
      emit('pagehide');
      chat().dispose();
      reload();
      if (isShown) chat().start();
    },
    destroy: async () => chat().dispose(),
    async addListener(event, throws) {
      const name = event.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
      chat().on(name as 'message', () => {
        if (!throws) return;
        const { setTimeout } = globalThis;
        // The emitter rethrows the error in a separate task, where nothing could catch it.
        globalThis.setTimeout = (() => {
          globalThis.setTimeout = setTimeout;
        }) as unknown as typeof setTimeout;
        throw new Error('thrown by a listener of the embedding page');
      });
    },
  };
}
