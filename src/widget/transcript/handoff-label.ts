import type { Chat } from '../../chat/chat.ts';
import { HANDOFF_NOTICES } from '../../chat/model/handoff-notices.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import type { Strings } from '../locales/strings.ts';
import { isPersonAwaited } from '../shell/person-request.ts';
import { type QueueStatus, queueText } from './notice-text.ts';

const isPlaced = ({ position, estimatedWaitSeconds }: QueueStatus): boolean =>
  position !== undefined || estimatedWaitSeconds !== undefined;

/** Text about the live agent whom the visitor talks to or waits for, with the place in the queue; undefined without a handoff. */
export function handoffLabel(chat: Chat, strings: Strings, locale: string): string | undefined {
  const texts = strings;
  const handoff = chat.handoff.value;
  if (handoff === 'live')
    return interpolate(texts.withAdvisor, {
      name: stripBidiControls(chat.liveAgent.value?.name ?? texts.liveAgent),
    });
  if (handoff === 'queued') {
    // That of an earlier handoff is followed by another notice about it.
    const status = chat.transcript.value.findLast(
      (entry) => entry.kind === 'notice' && HANDOFF_NOTICES[entry.notice] !== null,
    );
    if (status?.kind === 'notice' && status.notice === 'queue_status' && isPlaced(status))
      return queueText(status, texts, locale);
  }
  const isAwaited = handoff === 'requested' || handoff === 'queued' || isPersonAwaited(chat);
  return isAwaited ? texts.waiting : undefined;
}
