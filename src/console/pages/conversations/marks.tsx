import type { Placed } from '../../answers.ts';
import type { RequestOf } from '../../calls.ts';
import { Popover } from '../../parts/popover.tsx';
import { useTimeText } from '../../use-time-text.ts';
import { conversationWords as words } from '../../words.ts';

export type Annotation = RequestOf<
  'POST',
  '/conversations/{conversation_id}/annotations'
>['body']['annotations'][number];
type Role = Annotation['role'];
type AnnotationType = Annotation['annotationType'];
const ANNOTATIONS = Object.keys(words.annotation) as readonly AnnotationType[];

export interface MarksOfTurn {
  /** The index of the turn. */
  readonly at: number;
  readonly placed: Placed;
  /** Marks what was said; absent without the right. */
  readonly onAnnotate: ((role: Role, type: AnnotationType) => void) | undefined;
}

interface MarksProps extends MarksOfTurn {
  readonly speaker: Role;
}

/** The annotations of what was said, and the menu that places one. */
export function Marks({ at, speaker, placed, onAnnotate }: MarksProps) {
  const timeText = useTimeText();
  return (
    <>
      {placed.flatMap(({ time, who, annotations }) =>
        annotations
          .filter((mark) => mark.turnId === at && mark.role === speaker)
          .map(({ annotationType }) => (
            <span key={time + annotationType} class="tag warning" title={words.placedBy(who, timeText(time))}>
              ⚑{' '}
              {Object.hasOwn(words.annotation, annotationType)
                ? words.annotation[annotationType as AnnotationType]
                : annotationType}
            </span>
          )),
      )}
      {onAnnotate && (
        <Popover label={words.annotate(at + 1)} button="⚑" look="quiet">
          {ANNOTATIONS.map((type) => (
            <button key={type} type="button" onClick={() => onAnnotate(speaker, type)}>
              {words.annotation[type]}
            </button>
          ))}
        </Popover>
      )}
    </>
  );
}
