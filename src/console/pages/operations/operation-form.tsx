import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ok } from '../../../base/result.ts';
import { required } from '../../../protocol/field-readers.ts';
import type { CallError, FieldError } from '../../../ui/api-client.ts';
import { aboutSite } from '../../calls.ts';
import { Code } from '../../parts/code.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Fact } from '../../parts/fact.tsx';
import { NoRight, Refusal } from '../../parts/states.tsx';
import { withFields } from '../../parts/with-fields.ts';
import { useServices } from '../../services.ts';
import { AnswerView } from './answer-view.tsx';
import type { DocumentedOperation } from './document.ts';
import type { Field } from './field.ts';
import { FieldInput } from './field-input.tsx';
import { curlOf, type Entered, fieldOfError, requestOf } from './request.ts';
import { WORDS } from './words.ts';

type Outcome =
  | { readonly status: 'none' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly answer: unknown }
  | { readonly status: 'failed'; readonly error: CallError };

const anything = required('JSON', (json) => json);

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** Errors of a field as sentences that begin with its name or the place in it. */
const sentencesFor = (field: Field, fields: readonly Field[], errors: readonly FieldError[]) =>
  errors
    .filter((error) => fieldOfError(fields, error) === field)
    .map(({ field: name, message }) => `${name} ${message}.`);

interface OperationFormProps {
  readonly operation: DocumentedOperation;
  /** Earlier input. */
  readonly entered: Entered;
  onEnter(entered: Entered): void;
}

/** The form of an operation, made from its description alone. */
export function OperationForm({ operation, entered: before, onEnter }: OperationFormProps) {
  const { id, title, fields, media, scopes, isDestructive } = operation;
  const { calls, session, site } = useServices();
  const form = useRef<HTMLFormElement>(null);
  const entered = useSignal(before);
  const errors = useSignal<readonly FieldError[]>([]);
  const outcome = useSignal<Outcome>({ status: 'none' });
  const [isConfirming, setConfirming] = useState(false);
  const request = requestOf(operation, entered.value);
  const { value: result } = outcome;

  const focusFirst = useSignal(0);
  useEffect(() => {
    if (focusFirst.value > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .checks:has(.error) input')?.focus();
  }, [focusFirst.value]);
  function show(found: readonly FieldError[]): void {
    errors.value = found;
    if (found.length > 0) focusFirst.value += 1;
  }

  async function send(): Promise<void> {
    outcome.value = { status: 'sending' };
    const { method, address, body } = request;
    const sent = media
      ? await calls.send(method, address, body, { answer: anything })
      : await calls.send(method, address, body);
    outcome.value = sent.ok
      ? { status: 'done', answer: sent.value }
      : { status: 'failed', error: sent.error };
    if (!sent.ok && sent.error.type === 'refused') show(sent.error.errors);
  }

  function submit(): void {
    show(request.errors);
    if (request.errors.length > 0) outcome.value = { status: 'none' };
    else if (isDestructive) setConfirming(true);
    else void send();
  }

  const inputOf = (field: Field) => (
    <FieldInput
      key={field.name}
      field={field}
      text={entered.value[field.name] ?? ''}
      errors={sentencesFor(field, fields, errors.value)}
      onInput={(text) => {
        entered.value = { ...entered.value, [field.name]: text };
        errors.value = errors.value.filter((error) => fieldOfError(fields, error) !== field);
        onEnter(entered.value);
      }}
    />
  );
  const others = fields.filter(({ role }) => role === 'override');
  const isLink = media !== undefined && media !== JSON_TYPE;

  if (!scopes.some((scope) => session.scopes.includes(scope)))
    return <NoRight page={title} scopes={scopes} />;
  return (
    <>
      <form ref={form} class="operation-form" noValidate aria-label={title} onSubmit={withFields(submit)}>
        {fields.filter(({ role }) => role !== 'override').map(inputOf)}
        {others.length > 0 && (
          <details>
            <summary>{WORDS.otherIds}</summary>
            <div class="operation-form">{others.map(inputOf)}</div>
          </details>
        )}
        {media === STREAM_TYPE ? (
          <p class="hint">{WORDS.endless}</p>
        ) : isLink ? (
          <p>
            {request.errors.length > 0 ? (
              <button type="submit">{WORDS.download(media)}</button>
            ) : (
              <a class="button" href={aboutSite(`/admin${request.address}`, site)} download>
                {WORDS.download(media)}
              </a>
            )}
          </p>
        ) : (
          <p>
            <button
              type="submit"
              class={isDestructive ? 'danger' : 'primary'}
              disabled={result.status === 'sending'}
            >
              {result.status === 'sending' ? WORDS.sending : isDestructive ? title : WORDS.send}
            </button>
          </p>
        )}
      </form>
      <div role="status">
        {errors.value.length > 0 && <p class="error">{WORDS.invalid(errors.value.length)}</p>}
        {result.status === 'done' && result.answer === undefined && <p>{WORDS.noAnswer}</p>}
      </div>
      {result.status === 'failed' && <Refusal text={result.error.message} />}
      {result.status === 'done' && result.answer !== undefined && (
        <section class="operation-answer stack">
          <h3>{WORDS.answer}</h3>
          <AnswerView id={id} answer={result.answer} />
        </section>
      )}
      <section class="operation-answer stack">
        <h3>{WORDS.curl}</h3>
        <Code
          label={WORDS.curl}
          text={curlOf({ ...request, address: aboutSite(request.address, site) }, location.origin)}
        />
      </section>
      {isConfirming && (
        <ConfirmDialog
          title={WORDS.confirm(title)}
          action={title}
          onClose={() => setConfirming(false)}
          onDone={() => {
            setConfirming(false);
            void send();
          }}
          onConfirm={async () => ok(undefined)}
        >
          <p>{WORDS.confirmHint}</p>
          <dl class="operation-sent">
            {fields
              .filter(({ name }) => (entered.value[name] ?? '').trim() !== '')
              .map(({ name }) => (
                <Fact key={name} name={<code>{name}</code>}>
                  <bdi>{entered.value[name]}</bdi>
                </Fact>
              ))}
          </dl>
        </ConfirmDialog>
      )}
    </>
  );
}
