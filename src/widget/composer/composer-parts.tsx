import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { useScope } from '../scope.ts';
import { CharacterCounter } from './character-counter.tsx';

/** What stands in the composer beside its field: speech, if the site has switched it on, and the counter of characters. */
export function ComposerParts() {
  const { options } = useScope();
  const Speech = useSignal<FunctionComponent | null>(null);
  const wantsSpeech = options.readAloud || (options.dictation ?? 'off') !== 'off';

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
      {Speech.value && <Speech.value />}
      <CharacterCounter />
    </>
  );
}
