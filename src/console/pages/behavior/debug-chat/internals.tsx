import { latencyText } from '../../../../base/figure-text.ts';
import { WORDS } from '../../../words.ts';
import { internalsOf } from './answers.ts';
import type { Turn } from './chat.ts';
import { words } from './words.ts';

const isWhole = (value: unknown) => typeof value === 'object';
const json = (value: unknown) => JSON.stringify(value, undefined, 2);

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
        <div>
          <dt>{words.took}</dt>
          <dd>{latencyText(inMs)}</dd>
        </div>
        {node !== undefined && (
          <div>
            <dt>{words.node}</dt>
            <dd>
              <bdi>{node}</bdi>
            </dd>
          </div>
        )}
        {path.length > 0 && (
          <div>
            <dt>{words.path}</dt>
            <dd>
              <ol class="node-path">
                {path.map((node, index) => (
                  <li key={index}>
                    <bdi class={`tag ${index === path.length - 1 ? 'info' : ''}`}>{node}</bdi>
                  </li>
                ))}
              </ol>
            </dd>
          </div>
        )}
        {rest
          .filter(([, value]) => !isWhole(value))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{titleOf(name)}</dt>
              <dd>
                <bdi>{String(value)}</bdi>
              </dd>
            </div>
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
          <pre class="body" tabindex={0}>
            {json(event.whole)}
          </pre>
        </details>
      ))}
      {rest
        .filter(([, value]) => isWhole(value))
        .map(([name, value]) => (
          <details key={name}>
            <summary>{titleOf(name)}</summary>
            <pre class="body" tabindex={0}>
              {json(value)}
            </pre>
          </details>
        ))}
      <details>
        <summary>{WORDS.conversations.layer.raw}</summary>
        <pre class="body" tabindex={0}>
          {json(answer)}
        </pre>
      </details>
    </>
  );
}
