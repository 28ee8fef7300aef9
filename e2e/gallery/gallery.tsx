import { signal } from '@preact/signals';
import { render } from 'preact';
import { DEVICES, type Device, stateUrl } from './looks.ts';
import { STATES } from './states.ts';
import { STRING_NAMES } from './string-names.ts';

/** The gallery: every state of the widget side by side; the choice of looks is in the address. */

const query = new URLSearchParams(location.search);
const choices = {
  device: signal(query.get('device') ?? 'desktop'),
  scheme: signal(query.get('scheme') ?? 'light'),
  lang: signal(query.get('lang') ?? 'en'),
  state: signal(query.get('state') ?? ''),
};
type Choice = keyof typeof choices;

const LANGUAGES = {
  en: 'English',
  ar: 'Arabic (right to left)',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  he: 'Hebrew (right to left)',
  it: 'Italian',
  ja: 'Japanese',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  zh: 'Chinese',
  [STRING_NAMES]: 'names of the strings',
};

function choose(name: Choice, value: string): void {
  choices[name].value = value;
  const next = new URLSearchParams();
  for (const [key, choice] of Object.entries(choices)) if (choice.value) next.set(key, choice.value);
  history.replaceState(null, '', `?${next}`);
}

function Select({
  name,
  values,
}: {
  readonly name: Choice;
  readonly values: Readonly<Record<string, string>>;
}) {
  return (
    <label>
      {name}{' '}
      <select value={choices[name].value} onChange={(event) => choose(name, event.currentTarget.value)}>
        {Object.entries(values).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Window({ state, device }: { readonly state: string; readonly device: Device }) {
  const { width, height, scale } = device;
  const src = stateUrl({ state, scheme: choices.scheme.value, lang: choices.lang.value });
  return (
    <figure>
      <figcaption>
        <a href={src}>{state}</a>
      </figcaption>
      <div class="window" style={{ width: `${width * scale}px`, height: `${height * scale}px` }}>
        <iframe
          key={src}
          title={state}
          src={src}
          loading="lazy"
          width={width}
          height={height}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
    </figure>
  );
}

function Gallery() {
  const device = DEVICES[choices.device.value] ?? DEVICES['desktop'];
  const states = STATES.filter(({ name }) => !choices.state.value || name === choices.state.value);
  return (
    <>
      <header>
        <h1>Gallery of states</h1>
        <Select
          name="device"
          values={{ desktop: 'desktop', phone: 'phone', landscape: 'phone, landscape' }}
        />
        <Select name="scheme" values={{ light: 'light', dark: 'dark' }} />
        <Select name="lang" values={LANGUAGES} />
        <Select
          name="state"
          values={{ '': 'all', ...Object.fromEntries(STATES.map(({ name }) => [name, name])) }}
        />
        <a href="/shop/">The shop, with the embedded platform</a>
      </header>
      <main>{device && states.map(({ name }) => <Window key={name} state={name} device={device} />)}</main>
    </>
  );
}

render(<Gallery />, document.body);
