import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/chat/model/model.ts';
import { needsHelp } from '../../../src/widget/elements/needs-help.ts';
import { message, notice } from '../support/scripted-chat.ts';

const SORRY = 'Sorry, I did not understand that.';
const PHRASES = ['did not understand'];

/** "a:" is an answer, "u:" the visitor, "p:" a person, anything else the kind of a notice. */
function isOffered(...lines: string[]): boolean {
  const entries = new Map<string, Entry>();
  lines.forEach((line, index) => {
    const id = `${index}`;
    const author = { a: 'agent', u: 'user', p: 'live-agent' }[line.slice(0, line.indexOf(':'))];
    entries.set(
      id,
      author
        ? message({ id, author: author as 'agent', text: line.slice(2) })
        : line === 'error'
          ? notice(id, { notice: 'system', level: 'error', text: 'It broke' })
          : notice(id, { notice: line as 'handoff_failed' }),
    );
  });
  return needsHelp([...entries.keys()], (id) => entries.get(id), PHRASES);
}

describe('offers of help', () => {
  it.each([
    [
      'after two answers that did not understand',
      ['u:x', `a:${SORRY}`, 'u:y', 'a:I DID not  understand. Try again.'],
    ],
    [
      'after an answer that is repeated',
      ['u:x', 'a:Could you say that in other words?', 'u:y', 'a:Could you say that in other words?'],
    ],
    ['after an error', ['a:Hello', 'u:x', 'error']],
    ['after an error, while the visitor goes on writing', ['error', 'u:hello?']],
    ['when no person came', ['u:x', 'handoff_started', 'handoff_failed']],
    ['when no person was free', ['handoff_timeout']],
    ['when a person can only help elsewhere', ['u:x', 'client_handoff_required']],
  ])('offers help %s', (_, lines) => {
    expect(isOffered(...lines)).toBe(true);
  });
});

describe('conversations without an offer of help', () => {
  it.each([
    ['in an ordinary conversation', ['a:Hello', 'u:x', 'a:Here you are.']],
    ['after one answer that did not understand', ['a:Hello', 'u:x', `a:${SORRY}`]],
    ['once an answer has understood', [`a:${SORRY}`, `a:${SORRY}`, 'u:z', 'a:It left our shop today.']],
    ['for a short answer that is given twice', ['u:x', 'a:Yes, it is.', 'u:y', 'a:Yes, it is.']],
    ['once something was answered after an error', ['error', 'u:x', 'a:Here you are.']],
    ['while a person is looked for', ['error', 'handoff_started']],
    ['while a person answers', [`a:${SORRY}`, `a:${SORRY}`, 'live_agent_joined', 'p:Hello']],
    ['when the chat has ended', [`a:${SORRY}`, `a:${SORRY}`, 'conversation_ended']],
  ])('offers no help %s', (_, lines) => {
    expect(isOffered(...lines)).toBe(false);
  });

  it('offers no help while an answer still streams', () => {
    const entries = [
      message({ id: 'a', author: 'agent', text: SORRY }),
      message({ id: 'b', author: 'agent', text: SORRY, streaming: true }),
    ];
    expect(needsHelp(['a', 'b'], (id) => entries.find((entry) => entry.id === id), PHRASES)).toBe(false);
  });
});
