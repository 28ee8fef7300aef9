import { useSignal } from '@preact/signals';
import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { Code } from '../../parts/code.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { saveFile } from '../../save-file.ts';
import { brandingFile, brandingOf, errorsOf, fits, keyOf, languagesOf, textOf, titleOf } from './branding.ts';
import { Contrasts } from './contrasts.tsx';
import { FieldView } from './field-view.tsx';
import { type FieldName, GROUPS } from './fields.ts';
import { Preview } from './preview.tsx';
import { useDraft } from './use-draft.ts';
import { words } from './words.ts';

/** Edits the branding of the relay, to be saved as a file. */
export function Look({ branding: base }: { readonly branding: WidgetConfig }) {
  const { draft, link, set, discard } = useDraft(base);
  const chosenLanguage = useSignal<string | undefined>(undefined);
  const branding = brandingOf(base, draft);
  const language = chosenLanguage.value ?? branding.default_locale;
  const languages = languagesOf(branding, language);
  const errors = errorsOf(base, draft);
  const titles = (keys: readonly string[]) => keys.map((it) => titleOf(it, languages)).join(', ');
  const [changed, refused] = [Object.keys(draft), Object.keys(errors)];
  const text = brandingFile(branding);
  const onLanguage = (tag: string) => {
    chosenLanguage.value = tag;
  };
  const field = (name: FieldName) => {
    const key = keyOf(name, language);
    return (
      <FieldView
        key={name}
        name={name}
        title={titleOf(key, languages)}
        text={textOf(base, draft, key)}
        error={errors[key]}
        language={language}
        languages={languages}
        onInput={(it) => set(key, it)}
      />
    );
  };
  return (
    <section class="install-look">
      <h2>{words.branding}</h2>
      <p class="hint">{words.brandingHint}</p>
      <div class="install-columns">
        <form aria-label={words.branding} onSubmit={(event) => event.preventDefault()}>
          {GROUPS.map(([title, names]) => (
            <fieldset key={title} class="install-fields">
              <legend>{title}</legend>
              {title === words.groups.words && (
                <>
                  {field('default_locale')}
                  <div class="install-field">
                    <label for="install-language">{words.wordsLanguage}</label>
                    <select
                      id="install-language"
                      value={language}
                      onInput={({ currentTarget }) => onLanguage(currentTarget.value)}
                    >
                      {Object.entries(languages).map(([tag, name]) => (
                        <option key={tag} value={tag}>
                          {name}
                        </option>
                      ))}
                    </select>
                  </div>
                </>
              )}
              {names.map(field)}
              {title === words.groups.look && <Contrasts accent={textOf(base, draft, 'accent')} />}
            </fieldset>
          ))}
        </form>
        <Preview branding={branding} language={language} languages={languages} onLanguage={onLanguage} />
      </div>
      <h3>{words.file}</h3>
      <p class="hint">{words.fileHint}</p>
      <p class={refused.length > 0 ? 'error' : undefined} role="status">
        {refused.length > 0
          ? words.refused(titles(refused))
          : changed.length > 0
            ? words.changed(titles(changed))
            : words.unchanged}
      </p>
      {!fits(draft) && <p class="error">{words.tooLong}</p>}
      <p class="install-looks">
        <button
          type="button"
          class="primary"
          disabled={refused.length > 0}
          onClick={() => saveFile('branding.json', 'application/json', `${text}\n`)}
        >
          {words.download}
        </button>
        {changed.length > 0 && (
          <button type="button" onClick={discard}>
            {words.discard}
          </button>
        )}
        {changed.length > 0 && fits(draft) && <CopyButton key={link} text={link} label={words.copyLink} />}
      </p>
      {refused.length === 0 && <Code label={words.file} text={text} />}
    </section>
  );
}
