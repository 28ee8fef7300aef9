import { useSeldom, useWidget } from '../context/widget-context.ts';
import { isHandoffUnderWay } from '../elements/person-request.ts';

/** Card over the beginning of the transcript while the visitor waits for a person, and when one joins. */
export function Handoff() {
  const { chat, ui } = useWidget();
  const parts = useSeldom(isHandoffUnderWay(chat), () => {
    // Its file may be gone with an update of the relay.
    ui.handoffCard.value = 'missing';
  });
  return parts && <parts.HandoffCard />;
}
