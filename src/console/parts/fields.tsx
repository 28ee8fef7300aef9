import type { ComponentChildren, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { Options } from './options.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** The hint says what is wrong. */
  readonly isInvalid?: boolean | undefined;
}

/** Attributes that tie a control to its label and its hint. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** A control with its label above and its hint below. */
export function Field({
  label,
  hint,
  isInvalid,
  children,
}: FieldProps & { children(control: ControlAttributes): ComponentChildren }) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <>
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hint === undefined ? undefined : hintId,
        'aria-invalid': isInvalid,
      })}
      {hint !== undefined && (
        <p
          id={hintId}
          role={isInvalid === undefined ? undefined : 'status'}
          class={isInvalid ? 'error' : 'hint'}
        >
          {hint}
        </p>
      )}
    </>
  );
}

interface TextFieldProps extends FieldProps {
  readonly name: string;
  readonly type?: 'date' | 'tel' | 'text' | 'url';
  readonly class?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly placeholder?: string;
  readonly defaultValue?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A line of text in a form. */
export const TextField = ({
  label,
  hint,
  isInvalid,
  inputRef = null,
  type = 'text',
  ...input
}: TextFieldProps) => (
  <Field label={label} hint={hint} isInvalid={isInvalid}>
    {(control) => (
      // Preact has other attributes for each type; none of these differs.
      <input {...input} {...control} type={type as 'text'} autocomplete="off" ref={inputRef} />
    )}
  </Field>
);

interface SelectFieldProps extends FieldProps {
  readonly name: string;
  /** The texts of the options, by value. */
  readonly titles: Readonly<Record<string, string>>;
  /** The value that is selected at first. */
  readonly selected?: string | undefined;
}

/** A choice in a form. */
export const SelectField = ({ label, hint, name, titles, selected }: SelectFieldProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <select name={name} {...control}>
        <Options titles={titles} selected={selected} />
      </select>
    )}
  </Field>
);

/** The titles of options; default: they are called by their values. */
export const titlesOf = (values: readonly string[], titleOf = (value: string) => value) =>
  Object.fromEntries(values.map((value) => [value, titleOf(value)]));
