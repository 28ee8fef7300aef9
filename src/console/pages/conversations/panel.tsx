import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ok } from '../../../base/result.ts';
import { type Detail, detail, type FunctionEvent, type Row, type Turn } from '../../answers.ts';
import { durationText, latencyText, NONE } from '../../figures.ts';
import { usePageAddress } from '../../page-address.ts';
import { RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { secondText, timeText } from '../../zone.ts';
import { turnAt, turnStarts } from './peaks.ts';
import { Recording } from './recording.tsx';
import { Words } from './words-of-agent.tsx';

const { conversations: words } = WORDS;

const LAYERS = ['latency', 'functions', 'entities', 'intents', 'translations', 'raw'] as const;
type Layer = (typeof LAYERS)[number];

interface TurnProps {
  readonly turn: Turn;
  readonly at: number;
  readonly layers: readonly Layer[];
  readonly events: readonly FunctionEvent[];
  /** Whether it is heard now. */
  readonly isHeard: boolean;
  /** Plays from this turn; absent without a recording. */
  readonly onHear: (() => void) | undefined;
}

const json = (value: unknown) => JSON.stringify(value, undefined, 1);

/** One turn: what the visitor said, what the agent answered, and the layers below it. */
function TurnView({ turn, at, layers, events, isHeard, onHear }: TurnProps) {
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
    <li class="turn" id={`turn-${at}`} data-heard={isHeard} aria-current={isHeard}>
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
  readonly position: ReadonlySignal<number>;
  readonly player: ReadonlySignal<HTMLAudioElement | null>;
}

/** The transcript. With a recording each turn can be heard, and the one that is heard is marked. */
function Turns({ detail: { turns, functionEvents, startedAt }, layers, position, player }: TurnsProps) {
  const starts = turnStarts(turns, startedAt);
  const audio = player.value;
  const heard = audio && position.value > 0 ? turnAt(starts, position.value) : -1;
  useEffect(() => {
    document.querySelector(`#turn-${heard}`)?.scrollIntoView({ block: 'nearest' });
  }, [heard]);
  if (turns.length === 0) return <p class="hint no-turns">{words.noTranscript}</p>;
  return (
    <ol class="turns">
      {turns.map((turn, at) => {
        const start = starts[at];
        const onHear = () => {
          if (!audio || start === undefined) return;
          audio.currentTime = start;
          void audio.play();
        };
        return (
          <TurnView
            key={at}
            turn={turn}
            at={at}
            layers={layers}
            events={(functionEvents ?? []).filter((event) => event.turnId === at)}
            isHeard={at === heard}
            onHear={audio && start !== undefined ? onHear : undefined}
          />
        );
      })}
    </ol>
  );
}

interface PanelProps {
  readonly id: string;
  /** The conversation as the list knows it; absent if the list does not contain it. */
  readonly row: Row | undefined;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** A conversation beside the list. What is shown of it stays from one conversation to the next. */
export function ConversationPanel({ id, row, previous, next }: PanelProps) {
  const { calls, clock, now } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const { query, change } = address;
  const title = useRef<HTMLHeadingElement>(null);
  const position = useSignal(0);
  const player = useSignal<HTMLAudioElement | null>(null);
  const layers = LAYERS.filter((it) => query.getAll('layer').includes(it));
  const reading = useReading<Detail>(
    id,
    async (signal) => {
      const read = await calls.call(
        'GET',
        '/conversations/{conversation_id}',
        { params: { conversation_id: id } },
        { answer: detail, signal },
      );
      return read.ok ? ok(read.value) : read;
    },
    { clock },
  );
  useEffect(() => title.current?.focus({ preventScroll: true }), [id]);

  const toggle = (layer: Layer) =>
    change(
      { layer: layers.includes(layer) ? layers.filter((it) => it !== layer) : [...layers, layer] },
      'replace',
    );

  return (
    <aside class="panel" aria-labelledby="panel-title">
      <header class="panel-head">
        <h2 id="panel-title" ref={title} tabindex={-1}>
          {row?.startedAt ? timeText(Date.parse(row.startedAt), now.value, zone) : id}
        </h2>
        <span class="panel-steps">
          <button
            type="button"
            data-previous
            aria-label={words.previous}
            disabled={previous === undefined}
            onClick={() => change({ open: previous })}
          >
            ←
          </button>
          <button
            type="button"
            data-next
            aria-label={words.next}
            disabled={next === undefined}
            onClick={() => change({ open: next })}
          >
            →
          </button>
          <button type="button" data-close aria-label={words.close} onClick={() => change({ open: null })}>
            ×
          </button>
        </span>
      </header>
      <fieldset class="layers">
        <legend class="visually-hidden">{words.layers}</legend>
        {LAYERS.map((it) => (
          <button
            key={it}
            type="button"
            class="chip"
            aria-pressed={layers.includes(it)}
            onClick={() => toggle(it)}
          >
            {words.layer[it]}
          </button>
        ))}
      </fieldset>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(it) => (
          <>
            <dl class="facts">
              <dt>{words.channel}</dt>
              <dd>
                <bdi>{it.channel ?? NONE}</bdi>
              </dd>
              <dt>{words.duration}</dt>
              <dd>{it.totalDuration === undefined ? NONE : durationText(it.totalDuration)}</dd>
              {it.handoff && (
                <>
                  <dt>{words.handoff}</dt>
                  <dd>
                    <bdi>
                      {[it.handoffReason, it.handoffDestination].filter(Boolean).join(' → ') || words.handoff}
                    </bdi>
                  </dd>
                </>
              )}
            </dl>
            {it.audioUrl && it.conversationId === id && (
              <Recording conversationId={id} position={position} player={player} />
            )}
            <Turns detail={it} layers={layers} position={position} player={player} />
          </>
        )}
      </RemoteView>
    </aside>
  );
}
