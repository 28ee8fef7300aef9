import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { type Scope, useScope } from '../scope.ts';
import { sentencesFrom } from './sentences.ts';
import type { SpeechProps } from './speech-props.ts';

/** Reads new answers aloud, a sentence at a time while they are written. Returns a function that ends it. */
function readAloud(
  { chat, locale, ui }: Pick<Scope, 'chat' | 'locale' | 'ui'>,
  wordsOf: SpeechProps['wordsOf'],
): () => void {
  const known = new Set(chat.order.peek());
  /** Index up to which each new answer has been read. */
  const read = new Map<string, number>();
  const stopAnswers = effect(() => {
    for (const id of chat.order.value) {
      if (known.has(id)) continue;
      const entry = chat.entry(id).value;
      if (entry?.kind !== 'message' || entry.author === 'user') {
        known.add(id);
        continue;
      }
      const { sentences, end } = sentencesFrom(
        entry.text,
        read.get(id) ?? 0,
        !entry.streaming,
        locale.peek(),
      );
      read.set(id, end);
      if (!entry.streaming) known.add(id);
      for (const sentence of sentences) {
        const utterance = new SpeechSynthesisUtterance(wordsOf(sentence));
        utterance.lang = locale.peek();
        speechSynthesis.speak(utterance);
      }
    }
  });
  // The visitor who writes does not listen any more.
  const stopDraft = ui.draft.subscribe((draft) => {
    if (draft === '') return;
    speechSynthesis.cancel();
    for (const id of chat.order.peek()) known.add(id);
  });
  return () => {
    stopAnswers();
    stopDraft();
    speechSynthesis.cancel();
  };
}

/** Reads answers aloud while the visitor has switched it on in the menu. */
export function ReadAloud({ wordsOf }: Pick<SpeechProps, 'wordsOf'>): null {
  const scope = useScope();
  const isOn = scope.ui.readsAloud.value;
  useLayoutEffect(() => (isOn ? readAloud(scope, wordsOf) : undefined), [isOn, scope, wordsOf]);
  return null;
}
