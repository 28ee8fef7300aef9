import { usePageAddress } from '../../page-address.ts';
import { Code } from '../../parts/code.tsx';
import { Options } from '../../parts/options.tsx';
import { LANGUAGES } from './languages.ts';
import { policyOf, snippetOf, WAYS } from './snippets.ts';
import { words } from './words.ts';

const CHOICES = [
  { name: 'position', label: words.position, values: words.positions },
  { name: 'colorScheme', label: words.scheme, values: words.schemes },
  { name: 'locale', label: words.language, values: { '': words.languageOfPage, ...LANGUAGES } },
] as const;

/** The snippet of each way, and the policy that it needs. */
export function Snippets({
  configured,
  connects,
}: {
  /** The public address of the relay, if it is configured. */
  readonly configured: string | null | undefined;
  readonly connects: readonly string[];
}) {
  const relay = configured ?? location.origin;
  const address = usePageAddress();
  const way = WAYS.find((name) => name === address.query.get('way')) ?? 'script';
  const chosen = CHOICES.map(({ name, values }) => {
    const value = address.query.get(name) ?? '';
    return [name, Object.hasOwn(values, value) ? value : ''] as const;
  });
  const options = Object.fromEntries(chosen.filter(([, value]) => value !== ''));
  return (
    <section>
      <h2>{words.paste}</h2>
      <nav class="install-ways" aria-label={words.ways}>
        {WAYS.map((name) => (
          <a
            key={name}
            class="chip button"
            href={address.with({ way: name === 'script' ? null : name })}
            aria-current={name === way ? 'true' : undefined}
          >
            {words.way[name]}
          </a>
        ))}
      </nav>
      <div class="install-fields">
        {CHOICES.filter(({ name }) => way !== 'iframe' || name !== 'position').map(
          ({ name, label, values }) => (
            <label key={name}>
              {label}
              <select
                value={options[name] ?? ''}
                onChange={({ currentTarget }) =>
                  address.change({ [name]: currentTarget.value || null }, 'replace')
                }
              >
                <Options titles={values} />
              </select>
            </label>
          ),
        )}
      </div>
      <Code label={words.way[way]} text={snippetOf(way, relay, options)} />
      <p class="hint">{words.wayHint[way]}</p>
      {relay !== configured && <p class="hint">{words.guessed(relay)}</p>}
      <h3>{words.policy}</h3>
      <p class="hint">{words.policyHint}</p>
      <Code label={words.policy} text={policyOf(way, relay, connects)} />
    </section>
  );
}
