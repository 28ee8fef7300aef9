import { useSignal } from '@preact/signals';
import { isSecureUrl } from '../../../protocol/secure-url.ts';
import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { Code } from '../../parts/code.tsx';
import { saveFile } from '../../save-file.ts';
import { brandingFile, type Change, fieldsOf, withField } from './branding.ts';
import { Contrasts } from './contrasts.tsx';
import { LANGUAGES } from './languages.ts';
import { Preview } from './preview.tsx';
import { words } from './words.ts';

/** Edits the branding of the relay, to be saved as a file. */
export function Look({ branding }: { readonly branding: WidgetConfig }) {
  const draft = useSignal(branding);
  const fields = fieldsOf(draft.value);
  const set = (change: Change) => {
    draft.value = withField(draft.value, change);
  };
  const text = brandingFile(draft.value);
  const isAvatarRefused = fields.avatar !== '' && !isSecureUrl(fields.avatar);
  const languages = {
    ...LANGUAGES,
    ...(!Object.hasOwn(LANGUAGES, fields.locale) && { [fields.locale]: fields.locale }),
  };
  return (
    <section>
      <h2>{words.branding}</h2>
      <p class="hint">{words.brandingHint}</p>
      <form class="install-fields" aria-label={words.branding} onSubmit={(event) => event.preventDefault()}>
        <label>
          {words.title}
          <input
            maxLength={60}
            value={fields.title}
            onInput={({ currentTarget }) => set({ name: 'title', value: currentTarget.value })}
          />
        </label>
        <label>
          {words.accent}
          <input
            type="color"
            value={/^#[\da-f]{6}$/i.test(fields.accent) ? fields.accent : '#2f5d4e'}
            onInput={({ currentTarget }) => set({ name: 'accent', value: currentTarget.value })}
          />
        </label>
        <label>
          {words.header}
          <select
            value={fields.headerStyle}
            onChange={({ currentTarget }) => set({ name: 'headerStyle', value: currentTarget.value })}
          >
            {Object.entries(words.headers).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.radius}
          <input
            type="number"
            min={0}
            max={40}
            value={fields.radius}
            onInput={({ currentTarget }) => set({ name: 'radius', value: currentTarget.value })}
          />
        </label>
        <label>
          {words.font}
          <input
            maxLength={200}
            placeholder={words.fontExample}
            value={fields.font}
            onInput={({ currentTarget }) => set({ name: 'font', value: currentTarget.value })}
          />
        </label>
        <label>
          {words.avatar}
          <input
            inputMode="url"
            maxLength={2_000}
            placeholder={words.avatarExample}
            value={fields.avatar}
            aria-invalid={isAvatarRefused}
            aria-describedby={isAvatarRefused ? 'install-avatar-error' : undefined}
            onInput={({ currentTarget }) => set({ name: 'avatar', value: currentTarget.value })}
          />
        </label>
        <label>
          {words.defaultLanguage}
          <select
            value={fields.locale}
            onChange={({ currentTarget }) => set({ name: 'locale', value: currentTarget.value })}
          >
            {Object.entries(languages).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.welcome}
          <textarea
            rows={3}
            dir="auto"
            value={fields.welcome}
            onInput={({ currentTarget }) => set({ name: 'welcome', value: currentTarget.value })}
          />
        </label>
        <label>
          {words.starters}
          <textarea
            rows={3}
            dir="auto"
            value={fields.starters}
            onInput={({ currentTarget }) => set({ name: 'starters', value: currentTarget.value })}
          />
        </label>
      </form>
      {isAvatarRefused && (
        <p id="install-avatar-error" class="error">
          {words.noAvatar}
        </p>
      )}
      <Contrasts accent={fields.accent} />
      <Preview branding={draft.value} />
      <h3>{words.file}</h3>
      <p class="hint">{words.fileHint}</p>
      <p>
        <button
          type="button"
          class="primary"
          disabled={isAvatarRefused || fields.title.trim() === ''}
          onClick={() => saveFile('branding.json', 'application/json', `${text}\n`)}
        >
          {words.download}
        </button>
      </p>
      <Code label={words.file} text={text} />
    </section>
  );
}
