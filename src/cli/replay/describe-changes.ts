import type { Entry, Message } from '../../chat/model/model.ts';
import type { Screen } from '../../chat/shell/replay.ts';

/** Describes the changes of a visitor's screen, as lines for a terminal. */

/** Escapes control characters, so that text of the platform cannot control the terminal. */
const escapeControls = (text: string): string =>
  text
    .replaceAll('\n', ' ⏎ ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

function authorOf({ author, person }: Message): string {
  return author === 'user' ? 'you' : (person.name ?? author);
}

function marksOf(message: Message): string {
  const marks = [
    message.streaming ? 'streaming' : message.interrupted ? 'interrupted' : undefined,
    message.failure ? `${message.delivery}: ${message.failure}` : message.delivery,
    message.attachments.length > 0 ? `${message.attachments.length} attached` : undefined,
    message.callActions.length > 0
      ? `call ${message.callActions.map((action) => action.title).join(', ')}`
      : undefined,
  ].filter((mark) => mark !== undefined);
  return marks.length > 0 ? `  [${marks.join(', ')}]` : '';
}

function lineOf(entry: Entry): string {
  if (entry.kind === 'message') return `${authorOf(entry)}: ${entry.text}${marksOf(entry)}`;
  const { kind: _kind, id: _id, at: _at, notice, ...facts } = entry;
  const known = Object.values(facts).filter((fact) => fact !== undefined);
  return `(${notice}${known.length > 0 ? `: ${known.join(', ')}` : ''})`;
}

/** Lines that are printed again whenever they change. */
const STATUS_LINES: readonly ((screen: Screen) => string)[] = [
  ({ connection }) => `connection ${connection}`,
  ({ trouble }) =>
    trouble ? `error ${trouble.code}${trouble.canRetry ? ', can be retried' : ''}` : 'error none',
  ({ handoff }) => `handoff ${handoff}`,
  ({ agent }) => `agent ${agent?.name ?? (agent ? 'without a name' : 'none')}`,
  ({ language }) => `language ${language ?? 'none'}`,
  ({ typing }) => (typing ? `${typing.name ?? typing.author} is typing` : 'nobody is typing'),
  ({ suggestions }) =>
    `suggested ${suggestions.map((suggestion) => suggestion.messageText).join(' | ') || 'nothing'}`,
];

const EMPTY: Screen = {
  connection: 'idle',
  handoff: 'none',
  trouble: null,
  entries: [],
  typing: null,
  suggestions: [],
  agent: null,
  language: null,
};

/** The lines for the difference of two screens; `+` is added, `~` changed, `-` removed. */
export function describeChanges(screen: Screen, before: Screen = EMPTY): readonly string[] {
  const lines = STATUS_LINES.flatMap((line) => (line(screen) === line(before) ? [] : [`  ${line(screen)}`]));
  const old = new Map(before.entries.map((entry) => [entry.id, entry]));
  for (const entry of screen.entries) {
    const known = old.get(entry.id);
    old.delete(entry.id);
    if (!known) lines.push(`+ ${lineOf(entry)}`);
    else if (lineOf(known) !== lineOf(entry)) lines.push(`~ ${lineOf(entry)}`);
  }
  for (const removed of old.values()) lines.push(`- ${lineOf(removed)}`);
  return lines.map(escapeControls);
}
