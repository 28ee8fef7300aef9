import { useEffect } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { isHandoffUnderWay } from '../elements/person-request.ts';

/** Card over the beginning of the transcript while the visitor waits for a person, and when one joins. */
export function Handoff() {
  const { chat, loadSeldom, seldom, ui } = useWidget();
  const isUnderWay = isHandoffUnderWay(chat);
  const { HandoffCard } = seldom.value ?? {};
  const connection = chat.connection.value;
  useEffect(() => {
    if (!isUnderWay) return;
    void loadSeldom().then((parts) => {
      // Its file may be gone with an update of the relay.
      if (!parts) ui.handoffCard.value = 'missing';
    });
  }, [isUnderWay, connection]);
  return HandoffCard ? <HandoffCard /> : null;
}
