import { useState } from 'preact/hooks';
import { type Behavior, CHANNELS, piecesFor } from '../../../behavior/index.ts';
import { languagesIn, OTHER } from './languages.ts';
import { words } from './words.ts';

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });
const nameOf = (language: string) =>
  language === OTHER ? words.otherLanguages : (NAMES.of(language) ?? language);

/** The text that applies, for each channel beside the others, in all languages or in one. */
export function Previews({ behavior }: { readonly behavior: Behavior }) {
  const [chosen, setChosen] = useState<string>();
  const all = [...languagesIn(behavior), OTHER];
  const shown = all.filter((language) => language === chosen);
  const languages = shown.length > 0 ? shown : all;
  const isAll = languages === all;
  return (
    <section aria-labelledby="behavior-previews">
      <div class="section-head">
        <h2 id="behavior-previews">{words.previews}</h2>
        {all.length > 1 && (
          <fieldset class="preview-languages">
            <legend class="visually-hidden">{words.languages}</legend>
            {[undefined, ...all].map((language) => (
              <button
                key={language}
                type="button"
                class="chip"
                aria-pressed={language === undefined ? isAll : !isAll && chosen === language}
                onClick={() => setChosen(language)}
              >
                {language === undefined ? words.allLanguages : nameOf(language)}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <p class="hint">{words.marked}</p>
      <div class="previews">
        {languages.flatMap((language) =>
          CHANNELS.map((channel) => {
            const pieces = piecesFor(behavior, { channel, language });
            const label =
              all.length > 1 ? `${words.channels[channel]} · ${nameOf(language)}` : words.channels[channel];
            return (
              <section key={`${channel} ${language}`} class="preview" aria-label={label} tabindex={0}>
                <h3>{label}</h3>
                {pieces.length === 0 ? (
                  <p class="hint">{words.nothingApplies}</p>
                ) : (
                  <p class="preview-text" dir="auto">
                    {pieces.map(({ text, scope }, index) => (scope ? <mark key={index}>{text}</mark> : text))}
                  </p>
                )}
              </section>
            );
          }),
        )}
      </div>
    </section>
  );
}
