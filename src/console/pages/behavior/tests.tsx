import { useState } from 'preact/hooks';
import { lazy } from '../../parts/lazy-page.tsx';
import { useServices } from '../../services.ts';
import { SUITE_TEXT } from './tests/suite-text.ts';
import { words } from './words.ts';

const AnswerTests = lazy<{ readonly draft: string | undefined }>(() =>
  import('./tests/answer-tests.tsx').then((module) => module.AnswerTests),
);

/** The tests of this text before it is saved. Nothing if there is no suite. */
export const ReviewTests = lazy<{ readonly draft: string }>(() =>
  import('./tests/answer-tests.tsx').then((module) => module.ReviewTests),
);

/** Tests of answers, whose script is loaded when they are opened. */
export function Tests({ draft }: { readonly draft: string | undefined }) {
  const suiteText = useServices().kept(SUITE_TEXT);
  const [isOpen, setOpen] = useState(suiteText.peek() !== '');
  return (
    <details class="answer-tests" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.tests}</summary>
      {isOpen && <AnswerTests draft={draft} />}
    </details>
  );
}
