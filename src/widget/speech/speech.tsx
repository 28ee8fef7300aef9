import { useScope } from '../scope.ts';
import { Dictation } from './dictation.tsx';
import { ReadAloud } from './read-aloud.ts';

/** Dictation and reading aloud. A chunk of their own, which only sites load that have switched one of them on. */
export function Speech() {
  const { options } = useScope();
  return (
    <>
      {options.dictation && options.dictation !== 'off' && <Dictation />}
      {options.readAloud && <ReadAloud />}
    </>
  );
}
