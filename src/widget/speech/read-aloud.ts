import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { SpeechProps } from '../context/speech-props.ts';
import { useWidget, type WidgetContext } from '../context/widget-context.ts';
import { sentencesOf } from './sentences.ts';

/** An answer that is read while it is written. */
function createReading(beginText: SpeechProps['beginText']) {
  let text = beginText();
  let written = '';
  /** Number of characters taken from its plain text, and the taken text that was not read yet. */
  let taken = 0;
  let rest = '';

  return {
    /** The sentences of `markdown` that were not read yet. */
    next(markdown: string, isComplete: boolean, locale: string): readonly string[] {
      let known = 0;
      // M-8.6: a full message replaces the text of its chunks.
      if (!markdown.startsWith(written)) {
        text = beginText();
        written = '';
        known = taken - rest.length;
        taken = 0;
        rest = '';
      }
      text.write(markdown.slice(written.length));
      written = markdown;
      if (isComplete) text.end();
      const added = text.take();
      taken += added.length;
      const found = sentencesOf(rest + added.slice(known), isComplete, locale);
      rest = found.rest;
      return found.sentences;
    },
  };
}

/** Reads new answers aloud, sentence by sentence while they are written. Returns a stop function. */
function readAloud(
  { chat, locale, ui }: Pick<WidgetContext, 'chat' | 'locale' | 'ui'>,
  beginText: SpeechProps['beginText'],
): () => void {
  const known = new Set(chat.order.peek());
  const readings = new Map<string, ReturnType<typeof createReading>>();
  const stopAnswers = effect(() => {
    for (const id of chat.order.value) {
      if (known.has(id)) continue;
      const entry = chat.entry(id).value;
      if (entry?.kind !== 'message' || entry.author === 'user') {
        known.add(id);
        continue;
      }
      const reading = readings.get(id) ?? createReading(beginText);
      readings.set(id, reading);
      const sentences = reading.next(entry.text, !entry.streaming, locale.peek());
      if (!entry.streaming) known.add(id);
      for (const sentence of sentences) {
        const utterance = new SpeechSynthesisUtterance(sentence);
        utterance.lang = locale.peek();
        speechSynthesis.speak(utterance);
      }
    }
  });
  // A visitor who writes no longer listens.
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

/** Reads answers aloud while the visitor has enabled it in the menu. */
export function ReadAloud({ beginText }: Pick<SpeechProps, 'beginText'>): null {
  const context = useWidget();
  const isOn = context.ui.readsAloud.value;
  useLayoutEffect(() => (isOn ? readAloud(context, beginText) : undefined), [isOn, context, beginText]);
  return null;
}
