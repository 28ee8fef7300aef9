import type { ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Detail, Placed } from '../../answers.ts';
import { conversationWords as words } from '../../words.ts';
import type { Annotation } from './marks.tsx';
import { turnAt, turnStarts } from './peaks.ts';
import { type Layer, TurnView } from './turn.tsx';

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
