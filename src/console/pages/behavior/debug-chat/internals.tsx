import { latencyText } from '../../../../base/figure-text.ts';
import { Fact } from '../../../parts/fact.tsx';
import { WORDS } from '../../../words.ts';
import { internalsOf } from './answers.ts';
import type { Turn } from './chat.ts';
import { words } from './words.ts';

const isWhole = (value: unknown) => typeof value === 'object';

const Json = ({ value }: { readonly value: unknown }) => (
  <pre class="body" tabindex={0}>
    {JSON.stringify(value, undefined, 2)}
  </pre>
);

/** Names of members of the metadata that the platform gives, as a person writes them. */
const titleOf = (name: string) => {
  const spaced = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The agent's way to its answer. */
export function Internals({ turn: { answer, inMs } }: { readonly turn: Omit<Turn, 'said'> }) {
  const { node, path, events, rest } = internalsOf(answer.metadata);
  return (
    <>
      <dl class="facts">
        <Fact name={words.took}>{latencyText(inMs)}</Fact>
        {node !== undefined && (
          <Fact name={words.node}>
            <bdi>{node}</bdi>
          </Fact>
        )}
        {path.length > 0 && (
          <Fact name={words.path}>
            <ol class="node-path">
              {path.map((node, index) => (
                <li key={index}>
                  <bdi class={`tag ${index === path.length - 1 ? 'info' : ''}`}>{node}</bdi>
                </li>
              ))}
            </ol>
          </Fact>
        )}
        {rest
          .filter(([, value]) => !isWhole(value))
          .map(([name, value]) => (
            <Fact key={name} name={titleOf(name)}>
              <bdi>{String(value)}</bdi>
            </Fact>
          ))}
      </dl>
      <h3>{words.events}</h3>
      {events.length === 0 && <p class="hint">{words.noEvents}</p>}
      {events.map((event, index) => (
        <details key={index}>
          <summary>
            <bdi>{event.name ?? words.unnamed}</bdi>{' '}
            {event.error !== undefined && <bdi class="tag alert">{event.error}</bdi>}
          </summary>
          <Json value={event.whole} />
        </details>
      ))}
      {rest
        .filter(([, value]) => isWhole(value))
        .map(([name, value]) => (
          <details key={name}>
            <summary>{titleOf(name)}</summary>
            <Json value={value} />
          </details>
        ))}
      <details>
        <summary>{WORDS.conversations.layer.raw}</summary>
        <Json value={answer} />
      </details>
    </>
  );
}
