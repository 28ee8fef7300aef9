import type { Chat } from '../chat/chat.ts';
import { bareName } from './bare-name.ts';
import { withExtras } from './extra-strings.ts';
import { fill, type Strings } from './strings.ts';

/** The name of the live agent who joined last; undefined when the platform gave none. */
function liveAgentName(chat: Chat): string | undefined {
  const { value: order } = chat.order;
  for (let at = order.length - 1; at >= 0; at--) {
    const entry = chat.entry(order[at] ?? '').peek();
    if (entry?.kind === 'notice' && entry.notice === 'live_agent_joined') return entry.name;
  }
  return undefined;
}

/** Whom the visitor talks to, or waits for, other than the platform's own agent. */
export function companyOf(chat: Chat, strings: Strings): string | undefined {
  const words = withExtras(strings);
  const handoff = chat.handoff.value;
  if (handoff === 'live')
    return fill(words.withAdvisor, { name: bareName(liveAgentName(chat) ?? words.liveAgent) });
  return handoff === 'requested' || handoff === 'queued' ? words.waiting : undefined;
}
