import type { Chat, Entry } from '../../../src/chat/index.ts';
import type { StoredEvent } from './session.ts';

/** Conversation in short, as the visitor sees it. */
export interface TranscriptSummary {
  /** "user: Hello [sent]", "agent: Good day", "(queue_status 2)". */
  readonly lines: readonly string[];
  readonly handoff: string;
  readonly language: string | null;
  readonly suggestions: readonly string[];
}

/** Notices that a page creates by itself, so that no journal contains them. */
const LOCAL_NOTICES = ['slow_reply', 'agent_unavailable', 'too_many_windows'];

const textOf = (item: unknown): string => (typeof item === 'string' ? item : '');

function lineOf(entry: Entry): string[] {
  if (entry.kind === 'notice') {
    if (LOCAL_NOTICES.includes(entry.notice)) return [];
    if (entry.notice === 'queue_status')
      return [`(queue_status ${entry.queueName} ${entry.position ?? '?'})`];
    const line = `(${entry.notice}${'name' in entry ? ` ${entry.name}` : ''})`;
    return Array.from({ length: entry.count ?? 1 }, () => line);
  }
  if (entry.delivery === 'failed') return [];
  return [`${entry.author}: ${entry.text}${entry.delivery ? ` [${entry.delivery}]` : ''}`];
}

/** Summarises a page without failed messages. */
export const summarize = (chat: Chat): TranscriptSummary => ({
  lines: chat.transcript.value.flatMap(lineOf),
  handoff: chat.handoff.value,
  language: chat.language.value,
  suggestions: chat.suggestions.value.map(({ messageText }) => messageText),
});

interface ProjectedMessage {
  readonly rank: number;
  readonly author: string;
  readonly chunks: Map<unknown, string>;
  whole: string | null;
  delivery: string;
  suggestions: readonly string[];
}

/** Derives the visible conversation from a complete journal, read in order. */
export function project(journal: readonly StoredEvent[]): TranscriptSummary {
  const messages = new Map<unknown, ProjectedMessage>();
  let notices: { readonly rank: number; text: string; readonly kind: string }[] = [];
  let handoff = 'none';
  let language: string | null = null;
  let queue: { name: string; position: string } | null = null;

  const message = (id: unknown, author: string, rank: number): ProjectedMessage => {
    const known = messages.get(id);
    if (known) return known;
    const fresh: ProjectedMessage = {
      rank,
      author,
      chunks: new Map(),
      whole: null,
      delivery: '',
      suggestions: [],
    };
    messages.set(id, fresh);
    return fresh;
  };
  const note = (rank: number, kind: string, detail = '') =>
    notices.push({ rank, kind, text: `(${kind}${detail})` });
  const without = (kind: string) => {
    notices = notices.filter((notice) => notice.kind !== kind);
  };

  /** M-13.2: one line, updated in place, while the visitor waits. */
  function wait(rank: number, update: { name?: string; position?: string }): void {
    if (handoff === 'live') return;
    if (handoff !== 'requested' && handoff !== 'queued') note(rank, 'handoff_started');
    handoff = 'queued';
    queue = { name: update.name ?? queue?.name ?? '', position: update.position ?? queue?.position ?? '?' };
    const line = notices.find(({ kind }) => kind === 'queue_status');
    const text = `(queue_status ${queue.name} ${queue.position})`;
    if (line) line.text = text;
    else notices.push({ rank, kind: 'queue_status', text });
  }
  function leaveQueue(): void {
    without('queue_status');
    queue = null;
  }

  for (const { stem, sequence: rank, payload } of journal) {
    const id = payload['message_id'];
    switch (stem) {
      case 'USER_MESSAGE': {
        const it = message(id, 'user', rank);
        it.whole = textOf(payload['text']);
        it.delivery = 'sent';
        break;
      }
      case 'AGENT_MESSAGE':
      case 'LIVE_AGENT_MESSAGE': {
        const it = message(id, stem === 'AGENT_MESSAGE' ? 'agent' : 'live-agent', rank);
        it.whole = textOf(payload['text']);
        it.suggestions = ((payload['response_suggestions'] ?? []) as { message_text: string }[]).map(
          ({ message_text }) => message_text,
        );
        break;
      }
      case 'AGENT_MESSAGE_CHUNK': {
        const { chunks } = message(id, 'agent', rank);
        const index = payload['chunk_index'];
        if (!chunks.has(index)) chunks.set(index, textOf(payload['text']));
        break;
      }
      case 'AGENT_RECEIVED_MESSAGE':
      case 'LIVE_AGENT_RECEIVED_MESSAGE':
      case 'AGENT_READ_MESSAGE':
      case 'LIVE_AGENT_READ_MESSAGE': {
        const it = message(id, 'user', rank);
        if (it.delivery !== 'read') it.delivery = stem.includes('READ') ? 'read' : 'delivered';
        break;
      }
      case 'AGENT_TRIGGERED_HANDOFF':
        if (handoff === 'requested' || handoff === 'queued' || handoff === 'live') break;
        note(rank, 'handoff_started');
        handoff = 'requested';
        break;
      case 'HANDOFF_ACCEPTED':
        wait(rank, { name: textOf(payload['queue_name']) });
        break;
      case 'HANDOFF_QUEUE_STATUS':
        wait(rank, { name: textOf(payload['queue_name']), position: String(payload['position_in_queue']) });
        break;
      case 'LIVE_AGENT_JOINED':
        leaveQueue();
        handoff = 'live';
        note(rank, 'live_agent_joined', ` ${(payload['agent'] as { name: string }).name}`);
        break;
      case 'LIVE_AGENT_LEFT':
        handoff = 'none';
        note(rank, 'live_agent_left', ` ${payload['agent_name']}`);
        break;
      case 'HANDOFF_FAILED':
      case 'HANDOFF_TIMEOUT':
        leaveQueue();
        handoff = stem === 'HANDOFF_FAILED' ? 'failed' : 'timeout';
        note(rank, stem.toLowerCase());
        break;
      case 'CLIENT_HANDOFF_REQUIRED':
        handoff = 'client-required';
        note(rank, 'client_handoff_required');
        break;
      case 'LANGUAGE_CHANGED':
        language = textOf(payload['language_code']);
        break;
      case 'SESSION_IDLE_WARNING':
        note(rank, 'idle_warning');
        break;
      case 'SESSION_END':
        handoff = 'none';
        note(rank, 'conversation_ended');
        break;
      default:
    }
  }

  const said = [...messages.values()]
    .map((value) => ({
      ...value,
      text:
        value.whole ??
        [...value.chunks]
          .sort(([a], [b]) => Number(a) - Number(b))
          .map(([, text]) => text)
          .join(''),
    }))
    // M-8.10: a stream without content makes no bubble.
    .filter(({ text }) => text !== '');
  const lines = [
    ...said.map(({ rank, author, text, delivery }) => ({
      rank,
      text: `${author}: ${text}${delivery ? ` [${delivery}]` : ''}`,
    })),
    ...notices,
  ].sort((a, b) => a.rank - b.rank);
  const latest = said.toSorted((a, b) => a.rank - b.rank).at(-1);
  const isOver = journal.at(-1)?.stem === 'SESSION_END';
  return {
    lines: lines.map(({ text }) => text),
    handoff,
    language,
    suggestions: isOver ? [] : (latest?.suggestions ?? []),
  };
}
