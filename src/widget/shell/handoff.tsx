import { useSeldom, useWidget } from '../context/widget-context.ts';
import { isHandoffUnderWay } from '../elements/person-request.ts';

/** Card over the beginning of the transcript while the visitor waits for a person, and when one joins. */
export function Handoff() {
  const { HandoffCard } = useSeldom(isHandoffUnderWay(useWidget().chat)) ?? {};
  return HandoffCard ? <HandoffCard /> : null;
}
