import type { Entry, NoticeKind } from '../../chat/model/model.ts';

/** True for notices of failures that the visitor cannot overcome here. Null: the notice is neutral. */
const ENDS_IN_HELP: Readonly<Record<NoticeKind, boolean | null>> = {
  handoff_failed: true,
  handoff_timeout: true,
  agent_unavailable: true,
  slow_reply: null,
  system: null,
  handoff_started: false,
  queue_status: false,
  live_agent_joined: false,
  live_agent_left: null,
  agent_left: null,
  client_handoff_required: true,
  idle_warning: null,
  conversation_ended: false,
  session_expired: false,
  too_many_windows: false,
};

/** Number of latest answers to examine. */
const LOOKED_BACK = 3;

/** Minimum length of a repeated answer. A shorter one may be given twice: "Yes, it is." */
const LEAST_REPEATED = 20;
/** Number of characters of an answer to examine. */
const MAX_LOOKED_AT = 500;

const normalised = (text: string): string =>
  text.slice(0, MAX_LOOKED_AT).toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * True if other ways to reach the site should be offered: the latest event is an error or a failed handoff, or the agent's last two
 * answers did not understand the visitor. Such an answer contains one of the site's `phrases`, or repeats the one before it.
 */
export function needsHelp(
  order: readonly string[],
  entryOf: (id: string) => Entry | undefined,
  phrases: readonly string[],
): boolean {
  const misses = phrases.map(normalised);
  const answers: string[] = [];
  for (const id of [...order].reverse()) {
    const entry = entryOf(id);
    if (entry?.kind === 'notice') {
      const isError = entry.notice === 'system' && entry.level === 'error';
      const ends = isError || ENDS_IN_HELP[entry.notice];
      if (ends !== null) return ends && answers.length === 0;
    } else if (entry?.author === 'live-agent') return false;
    else if (entry?.author === 'agent' && !entry.streaming) {
      answers.push(normalised(entry.text));
      if (answers.length === LOOKED_BACK) break;
    }
  }
  const [last = '', previous = '', beforeIt = ''] = answers;
  const isSame = (text: string, other: string) => text === other && text.length >= LEAST_REPEATED;
  const isMiss = (text: string) => misses.some((phrase) => text.includes(phrase));
  return isSame(last, previous) || (isMiss(last) && (isMiss(previous) || isSame(previous, beforeIt)));
}

/** True after a handoff without a person, until the visitor writes again: the agent may say something in between. */
export function wasNobodyReached(
  order: readonly string[],
  entryOf: (id: string) => Entry | undefined,
): boolean {
  for (const id of [...order].reverse()) {
    const entry = entryOf(id);
    if (entry?.kind === 'message' && entry.author === 'user') return false;
    if (entry?.kind === 'notice' && (entry.notice === 'handoff_failed' || entry.notice === 'handoff_timeout'))
      return true;
  }
  return false;
}
