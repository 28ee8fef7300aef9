import type { OwnAnswerOf } from '../../calls.ts';
import { Time } from '../../parts/time.tsx';
import { words } from './words.ts';

export type LeftMessage = OwnAnswerOf<'GET', '/messages'>['messages'][number];

const TAGS = { new: '', delivered: 'ok', failed: 'warning' } as const;

interface RowProps {
  readonly message: LeftMessage;
  /** undefined: the operator may not. */
  readonly onRemove: (() => void) | undefined;
}

/** A message with the ways to its visitor, and its delivery. */
export function Row({ message, onRemove }: RowProps) {
  const { time, contact, text, reason, state, failure, nextAttempt } = message;
  return (
    <tr>
      <td>
        <Time iso={time} />
      </td>
      <td>{contact === undefined ? <span class="hint">{words.hidden}</span> : <bdi>{contact}</bdi>}</td>
      <td class="messages-text" dir="auto">
        {text ?? <span class="hint">{words.hidden}</span>}
        {reason !== undefined && <div class="hint">{words.reasons[reason]}</div>}
      </td>
      <td class="messages-state">
        <span class={`tag ${TAGS[state]}`}>{words.states[state]}</span>
        {failure !== undefined && (
          <div class="hint">
            {words.failure(failure)}{' '}
            {nextAttempt === undefined ? (
              words.givenUp
            ) : (
              <>
                {words.next} <Time iso={nextAttempt} />
              </>
            )}
          </div>
        )}
      </td>
      <td>
        {onRemove && (
          <button type="button" class="quiet" onClick={onRemove}>
            {words.remove}
          </button>
        )}
      </td>
    </tr>
  );
}
