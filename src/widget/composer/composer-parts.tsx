import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useCallback, useEffect } from 'preact/hooks';
import { createPlainText } from '../../text/plain-text.ts';
import type { ComposerPartsProps, SpeechProps } from '../context/speech-props.ts';
import { useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { CharacterCounter } from './character-counter.tsx';

/** Additions to the composer: speech, if the site has enabled it, and the character counter. */
export function ComposerParts({ isDictating }: ComposerPartsProps) {
  const { options, ui } = useWidget();
  const Speech = useSignal<FunctionComponent<SpeechProps> | null>(null);
  const wantsSpeech = options.readAloud || (options.dictation ?? 'off') !== 'off';

  const announceHere = useCallback((text: string) => announce(ui, text), [ui]);

  useEffect(() => {
    if (!wantsSpeech) return;
    import('../speech/speech.tsx').then(
      (parts) => {
        Speech.value = parts.Speech;
      },
      // Without the chunk the visitor types and reads.
      () => {},
    );
  }, [wantsSpeech, Speech]);

  return (
    <>
      {Speech.value && (
        <Speech.value isDictating={isDictating} announce={announceHere} beginText={createPlainText} />
      )}
      <CharacterCounter />
    </>
  );
}
