import { useEffect, useState } from 'preact/hooks';
import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { usePageAddress } from '../../page-address.ts';
import { Code } from '../../parts/code.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Options } from '../../parts/options.tsx';
import { saveFile } from '../../save-file.ts';
import { useServices } from '../../services.ts';
import {
  brandingFile,
  brandingOf,
  draftChanges,
  draftIn,
  errorsOf,
  fits,
  keyOf,
  languagesOf,
  textOf,
  titleOf,
  withText,
} from './branding.ts';
import { Contrasts } from './contrasts.tsx';
import { FieldView } from './field-view.tsx';
import type { FieldName } from './fields.ts';
import { Preview } from './preview.tsx';
import { words } from './words.ts';

/** Browsers refuse an address that changes with every letter. */
const PAUSE_MS = 300;

/** The draft of a branding. The address follows it; `link` shows somebody else the same draft. */
function useDraft(base: WidgetConfig) {
  const { clock } = useServices();
  const address = usePageAddress();
  const [draft, setDraft] = useState(() => draftIn(address.query, base));
  const changes = draftChanges(address.query, draft);
  const wanted = address.with(changes);
  const isWritten = wanted === address.with({});
  useEffect(
    () => (isWritten ? undefined : clock.after(PAUSE_MS, () => address.change(changes, 'replace'))),
    [wanted, isWritten],
  );
  return { draft, setDraft, link: new URL(wanted, location.origin).href };
}

const titlesOf = (draft: object) => Object.keys(draft).map(titleOf).join(', ');

/** Edits the branding of the relay, to be saved as a file. */
export function Look({ branding: base }: { readonly branding: WidgetConfig }) {
  const { draft, setDraft, link } = useDraft(base);
  const [chosenLanguage, setLanguage] = useState<string>();
  const branding = brandingOf(base, draft);
  const language = chosenLanguage ?? branding.default_locale;
  const languages = languagesOf(branding, language);
  const errors = errorsOf(draft);
  const isChanged = Object.keys(draft).length > 0;
  const isRefused = Object.keys(errors).length > 0;
  const isShort = fits(draft);
  const text = brandingFile(branding);
  return (
    <section class="install-look">
      <h2>{words.branding}</h2>
      <p class="hint">{words.brandingHint}</p>
      <div class="install-columns">
        <form aria-label={words.branding} onSubmit={(event) => event.preventDefault()}>
          {Object.entries(words.groups).map(([title, names]) => (
            <fieldset key={title} class="install-fields">
              <legend>{title}</legend>
              {'welcome' in names && (
                <label>
                  {words.wordsLanguage}
                  <select value={language} onInput={({ currentTarget }) => setLanguage(currentTarget.value)}>
                    <Options titles={languages} />
                  </select>
                </label>
              )}
              {(Object.keys(names) as FieldName[]).map((name) => {
                const key = keyOf(name, language);
                return (
                  <FieldView
                    key={name}
                    name={name}
                    title={titleOf(key)}
                    text={textOf(base, draft, key)}
                    error={errors[key]}
                    language={language}
                    languages={languages}
                    onInput={(typed) => setDraft(withText(base, draft, key, typed))}
                  />
                );
              })}
              {'accent' in names && <Contrasts accent={branding.accent ?? ''} />}
            </fieldset>
          ))}
        </form>
        <Preview branding={branding} language={language} languages={languages} onLanguage={setLanguage} />
      </div>
      <h3>{words.file}</h3>
      <p class="hint">{words.fileHint}</p>
      <p class={isRefused ? 'error' : undefined} role="status">
        {isRefused
          ? words.refused(titlesOf(errors))
          : isChanged
            ? words.changed(titlesOf(draft))
            : words.unchanged}
      </p>
      {!isShort && <p class="error">{words.tooLongDraft}</p>}
      <p class="controls">
        <button
          type="button"
          class="primary"
          disabled={isRefused}
          onClick={() => saveFile('branding.json', 'application/json', `${text}\n`)}
        >
          {words.download}
        </button>
        {isChanged && (
          <button type="button" onClick={() => setDraft({})}>
            {words.discard}
          </button>
        )}
        {isChanged && isShort && <CopyButton key={link} text={link} label={words.copyLink} />}
      </p>
      {!isRefused && <Code label={words.file} text={text} />}
    </section>
  );
}
