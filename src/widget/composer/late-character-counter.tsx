import { onDemandPart } from '../deferred/on-demand-part.tsx';
import { useScope } from '../scope.ts';

const Counter = onDemandPart((parts) => parts.CharacterCounter);

/** Requests the counter for a long draft. A character takes at most 6 bytes of the frame's limit. */
export function CharacterCounter() {
  const { chat, ui } = useScope();
  return ui.draft.value.length * 12 < chat.maxFrameBytes.value ? null : <Counter />;
}
