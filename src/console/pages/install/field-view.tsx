import { Options } from '../../parts/options.tsx';
import { FIELDS, type FieldName } from './fields.ts';

/** The accent of a widget whose branding has none. */
const DEFAULT_ACCENT = '#0f4c81';

interface FieldViewProps {
  readonly name: FieldName;
  readonly title: string;
  readonly text: string;
  readonly error: string | undefined;
  /** BCP 47 tag of the words. */
  readonly language: string;
  readonly languages: Readonly<Record<string, string>>;
  onInput(text: string): void;
}

/** A field of the branding, and what is wrong with it. */
export function FieldView({ name, title, text, error, language, languages, onInput }: FieldViewProps) {
  const { control, choices, example, isByLanguage } = FIELDS[name];
  const id = `install-${name}`;
  const errorId = `${id}-error`;
  const titles = control === 'language' ? languages : choices;
  const common = {
    id,
    value: text,
    'aria-invalid': error !== undefined,
    'aria-describedby': error && errorId,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onInput(currentTarget.value),
  };
  const words = { ...common, dir: 'auto', lang: isByLanguage ? language : undefined } as const;
  return (
    <div data-wide={control === 'area'}>
      <label for={id}>{title}</label>
      {titles ? (
        <select {...common}>
          <Options titles={titles} />
        </select>
      ) : control === 'area' ? (
        <textarea {...words} placeholder={example} rows={3} />
      ) : control === 'color' ? (
        <input {...common} type="color" value={/^#[\da-f]{6}$/i.test(text) ? text : DEFAULT_ACCENT} />
      ) : (
        <input {...words} placeholder={example} autocomplete="off" />
      )}
      {error && (
        <p id={errorId} class="error">
          {error}
        </p>
      )}
    </div>
  );
}
