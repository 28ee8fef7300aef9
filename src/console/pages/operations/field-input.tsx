import { limitsOf } from '../../../base/openapi.ts';
import { type Field, linesOf } from './field.ts';
import { WORDS } from './words.ts';

interface FieldInputProps {
  readonly field: Field;
  readonly text: string;
  /** Errors as sentences. */
  readonly errors: readonly string[];
  onInput(text: string): void;
}

/** A text in which code stands between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
  );
}

/** The default of a field, or an example of a value. */
function exampleOf({ kind, schema }: Field): string | undefined {
  const example = schema.examples?.[0] ?? schema.default;
  if (example === undefined) return undefined;
  if (kind === 'lines' && Array.isArray(example)) return example.join('\n');
  return typeof example === 'object' ? JSON.stringify(example) : String(example);
}

const MAX_LINES = 12;
/** A box grows with what is in it. */
const rowsOf = (text: string, least: number) => Math.min(MAX_LINES, Math.max(least, text.split('\n').length));

interface ControlProps extends Omit<FieldInputProps, 'errors'> {
  readonly id: string;
  readonly isInvalid: boolean;
  readonly describedBy: string;
}

function Control({ field, text, onInput, id, isInvalid, describedBy }: ControlProps) {
  const { kind, schema, role, name } = field;
  const common = {
    id,
    name,
    value: text,
    placeholder: exampleOf(field) ?? '',
    autocomplete: 'off',
    spellcheck: false,
    'aria-invalid': isInvalid,
    'aria-required': role === 'required',
    'aria-describedby': describedBy,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onInput(currentTarget.value),
  };
  switch (kind) {
    case 'choice':
    case 'flag': {
      const options =
        kind === 'flag'
          ? Object.entries(WORDS.yesNo)
          : (schema.enum ?? []).map((value) => [String(value), String(value)] as const);
      const { placeholder: _, spellcheck: __, autocomplete: ___, ...rest } = common;
      return (
        <select {...rest}>
          <option value="">{WORDS.notSent}</option>
          {options.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      );
    }
    case 'text':
      return <textarea {...common} dir="auto" rows={rowsOf(text, 1)} />;
    case 'lines':
    case 'json':
      return <textarea {...common} dir="auto" class={kind} rows={rowsOf(text, 3)} />;
    case 'number':
      return <input {...common} inputMode="decimal" />;
    default:
      return <input {...common} dir="auto" />;
  }
}

/** Several of a few words. */
function Choices({ field: { name, schema, role }, text, errors, onInput }: FieldInputProps) {
  const chosen = linesOf(text);
  const options = (schema.items?.enum ?? []).map(String);
  const errorId = `operation-${name}-error`;
  return (
    <fieldset class="checks" aria-describedby={errors.length > 0 ? errorId : undefined}>
      <legend>
        <code>{name}</code> {role !== 'required' && <span class="hint">{WORDS.optional}</span>}
      </legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(option)}
            onChange={({ currentTarget: { checked } }) =>
              onInput(
                options.filter((other) => (other === option ? checked : chosen.includes(other))).join('\n'),
              )
            }
          />
          <code>{option}</code>
        </label>
      ))}
      {errors.length > 0 && (
        <p id={errorId} class="error">
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}

/** A field with its name on the wire, what it is for, its limits, and what is wrong with what was entered. */
export function FieldInput(props: FieldInputProps) {
  const { field, text, errors, onInput } = props;
  const { name, kind, schema, role } = field;
  if (kind === 'choices') return <Choices {...props} />;
  const id = `operation-${name}`;
  const format = kind === 'lines' ? WORDS.onePerLine : kind === 'json' ? WORDS.json : '';
  const limits = limitsOf(schema);
  return (
    <div class="operation-field">
      <label for={id}>
        <code>{name}</code> {role !== 'required' && <span class="hint">{WORDS.optional}</span>}
      </label>
      <Control
        field={field}
        text={text}
        onInput={onInput}
        id={id}
        isInvalid={errors.length > 0}
        describedBy={`${id}-error ${id}-hint`}
      />
      <p id={`${id}-error`} class="error">
        {errors.join(' ')}
      </p>
      <p id={`${id}-hint`} class="hint">
        <Prose
          text={[
            schema.description,
            format,
            limits && `${limits.slice(0, 1).toUpperCase()}${limits.slice(1)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        />
      </p>
    </div>
  );
}
