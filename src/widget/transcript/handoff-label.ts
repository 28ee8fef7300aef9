import type { Chat } from '../../chat/chat.ts';
import { withAllStrings } from '../locales/on-demand-strings.ts';
import { interpolate, type Strings } from '../locales/strings.ts';
import { isPersonAwaited } from '../shell/person-request.ts';
import { stripBidiControls } from '../text/bidi.ts';

/** Text about the live agent whom the visitor talks to or waits for; undefined without a handoff. */
export function handoffLabel(chat: Chat, strings: Strings): string | undefined {
  const texts = withAllStrings(strings);
  const handoff = chat.handoff.value;
  if (handoff === 'live')
    return interpolate(texts.withAdvisor, {
      name: stripBidiControls(chat.liveAgent.value?.name ?? texts.liveAgent),
    });
  const isAwaited = handoff === 'requested' || handoff === 'queued' || isPersonAwaited(chat);
  return isAwaited ? texts.waiting : undefined;
}
