import { useEffect } from 'preact/hooks';
import { Field } from '../../../parts/fields.tsx';
import { useServices } from '../../../services.ts';
import { Results } from './results.tsx';
import { runSuite, SUITE_RUN } from './suite-run.ts';
import { SUITE_TEXT } from './suite-text.ts';
import { words } from './words.ts';

interface TestsProps {
  /** The text in the editor, if it differs from the saved one. */
  readonly draft: string | undefined;
}

function State({ draft }: TestsProps) {
  const { value } = useServices().kept(SUITE_RUN);
  switch (value?.status) {
    case undefined:
      return null;
    case 'running':
      return <p role="status">{words.running(value.done, value.of)}</p>;
    case 'refused':
      return (
        <div class="failed" role="alert">
          {value.messages.map((message) => (
            <p key={message} dir="auto">
              {message}
            </p>
          ))}
        </div>
      );
    case 'done':
      return <Results of={value} isStale={value.draft !== draft && value.noDraft === undefined} />;
  }
}

/** A suite, and what it finds of the published text and of the draft. */
export function AnswerTests({ draft }: TestsProps) {
  const services = useServices();
  const suiteText = services.kept(SUITE_TEXT);
  const isBusy = services.kept(SUITE_RUN).value?.status === 'running';
  return (
    <>
      <p class="hint">{words.lead}</p>
      <div class="fields">
        <Field label={words.suite}>
          {(control) => (
            <textarea
              {...control}
              class="code"
              rows={8}
              spellcheck={false}
              placeholder={words.placeholder}
              value={suiteText.value}
              onInput={({ currentTarget }) => {
                suiteText.value = currentTarget.value;
              }}
            />
          )}
        </Field>
        <Field label={words.open}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".yaml,.yml,.json"
              onChange={async ({ currentTarget: { files } }) => {
                suiteText.value = (await files?.[0]?.text()) ?? suiteText.peek();
              }}
            />
          )}
        </Field>
      </div>
      <p>
        <button
          type="button"
          disabled={isBusy || suiteText.value.trim() === ''}
          onClick={() => void runSuite(services, draft)}
        >
          {words.run}
        </button>
      </p>
      <State draft={draft} />
    </>
  );
}

/** The tests of the text that is about to be saved. They run as it is reviewed. */
export function ReviewTests({ draft }: { readonly draft: string }) {
  const services = useServices();
  useEffect(() => {
    const suiteText = services.kept(SUITE_TEXT);
    const { value } = services.kept(SUITE_RUN);
    const isKnown = value?.status === 'done' && value.draft === draft && value.suite === suiteText.value;
    if (!isKnown && value?.status !== 'running') void runSuite(services, draft);
  }, []);
  return <State draft={draft} />;
}
