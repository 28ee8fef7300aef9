import type { QueuePartsProps } from '../context/queue-parts-props.ts';
import { TellTurn } from './tell-turn.tsx';
import { useUsualWait } from './usual-wait.ts';

/** Parts of the queue's card that few visitors need. */
export function QueueParts(props: QueuePartsProps) {
  useUsualWait(props);
  return <TellTurn joinedText={props.joinedText} />;
}
