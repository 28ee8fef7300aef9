import type { Chat } from '../../chat/chat.ts';
import { withAllStrings } from '../locales/on-demand-strings.ts';
import { interpolate, type Strings } from '../locales/strings.ts';
import { isPersonAwaited } from '../shell/person-request.ts';
import { stripBidiControls } from '../text/bidi.ts';

/** Name of the live agent who joined last; undefined if the platform sent none. */
function liveAgentName(chat: Chat): string | undefined {
  const { value: order } = chat.order;
  for (let at = order.length - 1; at >= 0; at--) {
    const entry = chat.entry(order[at] ?? '').peek();
    if (entry?.kind === 'notice' && entry.notice === 'live_agent_joined') return entry.name;
  }
  return undefined;
}

/** Text about the live agent whom the visitor talks to or waits for; undefined without a handoff. */
export function handoffLabel(chat: Chat, strings: Strings): string | undefined {
  const texts = withAllStrings(strings);
  const handoff = chat.handoff.value;
  if (handoff === 'live')
    return interpolate(texts.withAdvisor, {
      name: stripBidiControls(liveAgentName(chat) ?? texts.liveAgent),
    });
  const isAwaited = handoff === 'requested' || handoff === 'queued' || isPersonAwaited(chat);
  return isAwaited ? texts.waiting : undefined;
}
