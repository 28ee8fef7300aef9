import type { Entry, Message } from '../../chat/model.ts';
import type { Screen } from '../../chat/replay.ts';

/** What changed on a visitor's screen, in lines for a terminal. */

/** What the far side wrote must not steer the terminal that shows it. */
const inert = (text: string): string =>
  text
    .replaceAll('\n', ' ⏎ ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (it) => `\\u{${(it.codePointAt(0) ?? 0).toString(16)}}`);

function authorOf({ author, person }: Message): string {
  return author === 'user' ? 'you' : (person.name ?? author);
}

function marksOf(message: Message): string {
  const marks = [
    message.streaming ? 'streaming' : message.interrupted ? 'interrupted' : undefined,
    message.failure ? `${message.delivery}: ${message.failure}` : message.delivery,
    message.attachments.length > 0 ? `${message.attachments.length} attached` : undefined,
    message.callActions.length > 0
      ? `call ${message.callActions.map((it) => it.title).join(', ')}`
      : undefined,
  ].filter((it) => it !== undefined);
  return marks.length > 0 ? `  [${marks.join(', ')}]` : '';
}

function lineOf(entry: Entry): string {
  if (entry.kind === 'message') return `${authorOf(entry)}: ${entry.text}${marksOf(entry)}`;
  const { kind: _kind, id: _id, at: _at, notice, ...facts } = entry;
  const known = Object.values(facts).filter((it) => it !== undefined);
  return `(${notice}${known.length > 0 ? `: ${known.join(', ')}` : ''})`;
}

/** One line that is told again whenever it reads otherwise. */
const FACTS: readonly ((screen: Screen) => string)[] = [
  ({ connection }) => `connection ${connection}`,
  ({ trouble }) =>
    trouble ? `trouble ${trouble.code}${trouble.canRetry ? ', may be retried' : ''}` : 'trouble none',
  ({ handoff }) => `handoff ${handoff}`,
  ({ agent }) => `agent ${agent?.name ?? (agent ? 'without a name' : 'none')}`,
  ({ language }) => `language ${language ?? 'none'}`,
  ({ typing }) => (typing ? `${typing.name ?? typing.author} is typing` : 'nobody is typing'),
  ({ suggestions }) => `suggested ${suggestions.map((it) => it.messageText).join(' | ') || 'nothing'}`,
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

/** The lines for what a screen shows that the one before it did not; `+` came, `~` changed, `-` went. */
export function narrate(screen: Screen, before: Screen = EMPTY): readonly string[] {
  const lines = FACTS.flatMap((tell) => (tell(screen) === tell(before) ? [] : [`  ${tell(screen)}`]));
  const old = new Map(before.entries.map((entry) => [entry.id, entry]));
  for (const entry of screen.entries) {
    const known = old.get(entry.id);
    old.delete(entry.id);
    if (!known) lines.push(`+ ${lineOf(entry)}`);
    else if (lineOf(known) !== lineOf(entry)) lines.push(`~ ${lineOf(entry)}`);
  }
  for (const gone of old.values()) lines.push(`- ${lineOf(gone)}`);
  return lines.map(inert);
}
