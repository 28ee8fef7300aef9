import { latencyText } from '../../../base/figure-text.ts';
import type { FunctionEvent, Turn } from '../../answers.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS, conversationWords as words } from '../../words.ts';
import { secondText } from '../../zone.ts';
import { Marks, type MarksOfTurn } from './marks.tsx';
import { Words } from './words-of-agent.tsx';

export const LAYERS = ['latency', 'functions', 'entities', 'intents', 'translations', 'raw'] as const;
export type Layer = (typeof LAYERS)[number];

export const json = (value: unknown) => JSON.stringify(value, undefined, 1);

interface TurnProps extends MarksOfTurn {
  readonly turn: Turn;
  readonly layers: readonly Layer[];
  readonly events: readonly FunctionEvent[];
  /** True for the turn that a search has found. */
  readonly isFound: boolean;
  /** The recording plays this turn now. */
  readonly isHeard: boolean;
  /** Plays from this turn; absent without a recording. */
  readonly onHear: (() => void) | undefined;
}

/** One turn: what the visitor said, what the agent answered, and the layers below it. */
export function TurnView({ turn, at, layers, events, isFound, isHeard, onHear, ...marks }: TurnProps) {
  const zone = useZone();
  const has = (layer: Layer) => layers.includes(layer);
  const time = (text: string | undefined) => {
    if (!text) return null;
    const written = secondText(Date.parse(text), zone);
    return onHear ? (
      <button type="button" class="turn-start" aria-label={WORDS.recording.hear(written)} onClick={onHear}>
        ▸ {written}
      </button>
    ) : (
      <time dateTime={text} title={text}>
        {written}
      </time>
    );
  };
  return (
    <li class="turn" id={`turn-${at}`} data-found={isFound} data-heard={isHeard} aria-current={isHeard}>
      {(turn.userInput || turn.userInputDtmf) && (
        <div class="said visitor">
          <p class="bubble" dir="auto">
            {turn.userInput || turn.userInputDtmf}
          </p>
          {has('translations') && turn.translatedUserInput && (
            <p class="layer" dir="auto">
              {turn.translatedUserInput}
            </p>
          )}
          <p class="meta">
            {time(turn.userInputDatetime)}
            {turn.isSilence && <span class="tag warning">{words.silent}</span>}
            {turn.isOod && <span class="tag warning">{words.outOfDomain}</span>}
            <Marks at={at} speaker="user" {...marks} />
          </p>
        </div>
      )}
      {turn.agentResponse && (
        <div class="said agent">
          <Words text={turn.agentResponse} />
          {has('translations') && turn.englishAgentResponse && (
            <p class="layer" dir="auto">
              {turn.englishAgentResponse}
            </p>
          )}
          <p class="meta">
            {time(turn.agentResponseDatetime)}
            {has('latency') && turn.latency !== undefined && <span>{latencyText(turn.latency)}</span>}
            <Marks at={at} speaker="agent" {...marks} />
          </p>
        </div>
      )}
      {has('intents') && turn.intents.length > 0 && (
        <p class="layer">
          {words.layer.intents}:{' '}
          {turn.intents.map((intent) => (
            <bdi key={intent} class="tag">
              {intent}
            </bdi>
          ))}
        </p>
      )}
      {has('entities') && turn.entities !== undefined && <pre class="layer">{json(turn.entities)}</pre>}
      {has('functions') &&
        events.map((event) => (
          <p key={event.name + event.datetime} class="layer">
            <span class={event.error ? 'tag alert' : 'tag info'}>
              <bdi>{event.name}</bdi>
            </span>{' '}
            <bdi>{event.error ?? (event.result === undefined ? '' : json(event.result))}</bdi>
          </p>
        ))}
      {has('raw') && <pre class="layer">{json(turn)}</pre>}
    </li>
  );
}
