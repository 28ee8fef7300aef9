import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { latencyText } from '../../../base/figure-text.ts';
import type { Detail, FunctionEvent, Placed, Turn } from '../../answers.ts';
import type { RequestOf } from '../../calls.ts';
import { Popover } from '../../parts/popover.tsx';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { secondText, timeText } from '../../zone.ts';
import { turnAt, turnStarts } from './peaks.ts';
import { Words } from './words-of-agent.tsx';

const { conversations: words } = WORDS;

export const LAYERS = ['latency', 'functions', 'entities', 'intents', 'translations', 'raw'] as const;
export type Layer = (typeof LAYERS)[number];

export type Annotation = RequestOf<
  'POST',
  '/conversations/{conversation_id}/annotations'
>['body']['annotations'][number];
type Role = Annotation['role'];
type AnnotationType = Annotation['annotationType'];
const ANNOTATIONS = Object.keys(words.annotation) as readonly AnnotationType[];

interface TurnProps {
  readonly turn: Turn;
  readonly at: number;
  readonly layers: readonly Layer[];
  readonly events: readonly FunctionEvent[];
  /** True for the turn that a search has found. */
  readonly isFound: boolean;
  /** Whether it is heard now. */
  readonly isHeard: boolean;
  /** Plays from this turn; absent without a recording. */
  readonly onHear: (() => void) | undefined;
  readonly placed: Placed;
  /** Marks what was said; absent without the right. */
  readonly onAnnotate: ((role: Role, type: AnnotationType) => void) | undefined;
}

export const json = (value: unknown) => JSON.stringify(value, undefined, 1);

interface MarksProps extends Pick<TurnProps, 'at' | 'placed' | 'onAnnotate'> {
  readonly speaker: Role;
}

/** The annotations of what was said, and the menu that places one. */
function Marks({ at, speaker, placed, onAnnotate }: MarksProps) {
  const { now } = useServices();
  const zone = useZone();
  return (
    <>
      {placed.flatMap(({ time, who, annotations }) =>
        annotations
          .filter((it) => it.turnId === at && it.role === speaker)
          .map(({ annotationType }) => (
            <span
              key={time + annotationType}
              class="tag warning"
              title={words.placedBy(who, timeText(Date.parse(time), now.value, zone))}
            >
              ⚑{' '}
              {Object.hasOwn(words.annotation, annotationType)
                ? words.annotation[annotationType as AnnotationType]
                : annotationType}
            </span>
          )),
      )}
      {onAnnotate && (
        <Popover label={words.annotate(at + 1)} button="⚑" look="quiet">
          {(close) =>
            ANNOTATIONS.map((type) => (
              <button
                key={type}
                type="button"
                onClick={() => {
                  close();
                  onAnnotate(speaker, type);
                }}
              >
                {words.annotation[type]}
              </button>
            ))
          }
        </Popover>
      )}
    </>
  );
}

/** One turn: what the visitor said, what the agent answered, and the layers below it. */
function TurnView({ turn, at, layers, events, isFound, isHeard, onHear, ...marks }: TurnProps) {
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
          {turn.intents.map((it) => (
            <bdi key={it} class="tag">
              {it}
            </bdi>
          ))}
        </p>
      )}
      {has('entities') && turn.entities !== undefined && <pre class="layer">{json(turn.entities)}</pre>}
      {has('functions') &&
        events.map((it) => (
          <p key={it.name + it.datetime} class="layer">
            <span class={it.error ? 'tag alert' : 'tag info'}>
              <bdi>{it.name}</bdi>
            </span>{' '}
            <bdi>{it.error ?? (it.result === undefined ? '' : json(it.result))}</bdi>
          </p>
        ))}
      {has('raw') && <pre class="layer">{json(turn)}</pre>}
    </li>
  );
}

interface TurnsProps {
  readonly detail: Detail;
  readonly layers: readonly Layer[];
  /** The index of the turn that a search has found; -1: none. */
  readonly found: number;
  readonly position: ReadonlySignal<number>;
  readonly player: ReadonlySignal<HTMLAudioElement | null>;
  readonly placed: Placed;
  readonly onAnnotate: ((annotation: Annotation) => void) | undefined;
}

/** The transcript. With a recording each turn can be heard, and the one that is heard is marked. */
export function Turns({
  detail: { conversationId, turns, functionEvents, startedAt },
  layers,
  found,
  position,
  player,
  placed,
  onAnnotate,
}: TurnsProps) {
  const starts = turnStarts(turns, startedAt);
  const audio = player.value;
  const heard = audio && position.value > 0 ? turnAt(starts, position.value) : -1;
  useEffect(() => {
    document.querySelector(`#turn-${heard}`)?.scrollIntoView({ block: 'nearest' });
  }, [heard]);
  useEffect(() => {
    document.querySelector(`#turn-${found}`)?.scrollIntoView({ block: 'center' });
  }, [conversationId, found]);
  if (turns.length === 0) return <p class="hint no-turns">{words.noTranscript}</p>;
  return (
    <ol class="turns">
      {turns.map((turn, index) => {
        const start = starts[index];
        const onHear = () => {
          if (!audio || start === undefined) return;
          audio.currentTime = start;
          void audio.play();
        };
        return (
          <TurnView
            key={index}
            turn={turn}
            at={index}
            layers={layers}
            events={(functionEvents ?? []).filter((event) => event.turnId === index)}
            isFound={index === found}
            isHeard={index === heard}
            onHear={audio && start !== undefined ? onHear : undefined}
            placed={placed}
            onAnnotate={
              onAnnotate && ((role, annotationType) => onAnnotate({ turnId: index, role, annotationType }))
            }
          />
        );
      })}
    </ol>
  );
}
