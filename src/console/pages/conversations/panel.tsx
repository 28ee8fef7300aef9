import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ok } from '../../../base/result.ts';
import type { Detail, Row } from '../../answers.ts';
import { type Changes, usePageAddress } from '../../page-address.ts';
import { Problem, RemoteView } from '../../parts/states.tsx';
import { readDetail } from '../../read-detail.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import { useTimeText } from '../../use-time-text.ts';
import { conversationWords as words } from '../../words.ts';
import { Facts } from './facts.tsx';
import type { Annotation } from './marks.tsx';
import { Recording } from './recording.tsx';
import { LAYERS, type Layer } from './turn.tsx';
import { Turns } from './turns.tsx';

interface PanelProps {
  readonly id: string;
  /** The conversation as the list knows it; absent if the list does not contain it. */
  readonly row: Row | undefined;
  /** Changes of the address that open the one before it, and the one after it. */
  readonly previous: Changes | undefined;
  readonly next: Changes | undefined;
  /** Reads both where the list has not loaded them, from the beginning of this conversation; undefined: there is no need. */
  readonly readNear: ((at: number, signal: AbortSignal) => Promise<Near>) | undefined;
}

interface Near {
  readonly previous: Changes | undefined;
  readonly next: Changes | undefined;
}

/** A conversation beside the list. What is shown of it stays from one conversation to the next. */
export function ConversationPanel({ id, row, readNear, ...listed }: PanelProps) {
  const { calls, session } = useServices();
  const timeText = useTimeText();
  const address = usePageAddress();
  const { query, change } = address;
  const title = useRef<HTMLHeadingElement>(null);
  const position = useSignal(0);
  const player = useSignal<HTMLAudioElement | null>(null);
  const layers = LAYERS.filter((layer) => query.getAll('layer').includes(layer));
  const params = { conversation_id: id };
  const reading = useReading<Detail>(id, (signal) => readDetail(calls, id, signal));
  const placed = useReading(id, (signal) =>
    calls.own('GET', '/conversations/{conversation_id}/annotations', { params }, signal),
  );
  const [error, setError] = useState<string>();
  async function annotate(annotation: Annotation): Promise<void> {
    const done = await calls.call('POST', '/conversations/{conversation_id}/annotations', {
      params,
      body: { annotations: [annotation] },
    });
    setError(done.ok ? undefined : done.error.message);
    placed.reload();
  }
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    setError(undefined);
  }, [id]);

  const read = reading.remote.value.value;
  const startedAt = row?.startedAt ?? (read?.conversationId === id ? read.startedAt : undefined);
  const near = useReading(`${id} ${startedAt} ${readNear !== undefined}`, async (signal) =>
    ok({ id, ...(readNear && startedAt && (await readNear(Date.parse(startedAt), signal))) }),
  );
  // Hides the reading of the previous conversation.
  const around: Partial<Near> | undefined =
    near.remote.value.value?.id === id ? near.remote.value.value : undefined;
  const previous = listed.previous ?? around?.previous;
  const next = listed.next ?? around?.next;

  const close = () => change({ open: null, turn: null });
  const openOther = (other: Changes | undefined) => other && change(other);
  const firstLayer = useRef<HTMLButtonElement>(null);
  useShortcuts({
    close,
    'previous-conversation': () => openOther(previous),
    'next-conversation': () => openOther(next),
    layers: () => firstLayer.current?.focus(),
  });
  const toggle = (layer: Layer) =>
    change(
      { layer: layers.includes(layer) ? layers.filter((other) => other !== layer) : [...layers, layer] },
      'replace',
    );

  const annotations = placed.remote.value.value?.placed ?? [];

  return (
    <aside class="panel" aria-labelledby="panel-title">
      <header class="panel-head">
        <h2 id="panel-title" ref={title} tabindex={-1}>
          {startedAt ? timeText(startedAt) : id}
        </h2>
        <span class="panel-steps">
          {session.scopes.includes('write') && (
            <a class="button" href={address.other('/console/behaviour', { again: id })}>
              {words.tryAgain}
            </a>
          )}
          <button
            type="button"
            aria-label={words.previous}
            disabled={previous === undefined}
            onClick={() => openOther(previous)}
          >
            ←
          </button>
          <button
            type="button"
            aria-label={words.next}
            disabled={next === undefined}
            onClick={() => openOther(next)}
          >
            →
          </button>
          <button type="button" aria-label={words.close} onClick={close}>
            ×
          </button>
        </span>
      </header>
      <fieldset class="layers">
        <legend class="visually-hidden">{words.layers}</legend>
        {LAYERS.map((layer, index) => (
          <button
            key={layer}
            ref={index === 0 ? firstLayer : null}
            type="button"
            class="chip"
            aria-pressed={layers.includes(layer)}
            onClick={() => toggle(layer)}
          >
            {words.layer[layer]}
          </button>
        ))}
      </fieldset>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(detail) => (
          <>
            <Facts
              detail={detail}
              variantName={row?.variantName}
              onNote={(note) => reading.update((read) => ({ ...read, note }))}
            />
            {detail.audioUrl && detail.conversationId === id && (
              <Recording conversationId={id} position={position} player={player} />
            )}
            {placed.remote.value.status === 'failed' && <p class="hint placed">{words.annotationsUnread}</p>}
            {annotations.length > 0 && <p class="hint placed">{words.onlyPlacedHere}</p>}
            <Problem text={error} />
            <Turns
              detail={detail}
              layers={layers}
              found={Number(query.get('turn') ?? -1)}
              position={position}
              player={player}
              placed={annotations}
              onAnnotate={session.scopes.includes('write') ? (mark) => void annotate(mark) : undefined}
            />
          </>
        )}
      </RemoteView>
    </aside>
  );
}
