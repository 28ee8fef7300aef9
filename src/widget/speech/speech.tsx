import type { SpeechProps } from '../context/speech-props.ts';
import { useWidget } from '../context/widget-context.ts';
import { Dictation } from './dictation.tsx';
import { ReadAloud } from './read-aloud.ts';

/** Dictation and reading aloud: a chunk of their own for sites that have enabled one of them. */
export function Speech({ isDictating, announce, beginText }: SpeechProps) {
  const { options } = useWidget();
  return (
    <>
      {options.dictation && options.dictation !== 'off' && (
        <Dictation isDictating={isDictating} announce={announce} />
      )}
      {options.readAloud && <ReadAloud beginText={beginText} />}
    </>
  );
}
