import type { Entry, Message } from '../chat/model/model.ts';
import type { WidgetContext } from '../widget/context/widget-context.ts';
import { guardOf } from '../widget/elements/guard.ts';
import type { AgentAnswer, AgentQuestion } from './panel-port.ts';

const CONSENT_MS = 300_000;
const GREETING_MS = 15_000;
const ANSWER_MS = 120_000;
/** An answer may have several messages. */
const QUIET_MS = 1_000;

const PERSON = 'The visitor talks to a person here. Leave the chat to them.';

const isMessage = (entry: Entry): entry is Message => entry.kind === 'message';

/** Sends the question of the browser's agent as the visitor's message, and returns the answer. Throws the reason if there is none. */
export async function askChat(
  { text, isFirst, signal }: AgentQuestion,
  context: WidgetContext,
): Promise<AgentAnswer> {
  const { chat, clock, config, isAllowed, lazy, options, ui } = context;
  const { connection, handoff, transcript, trouble, typing } = chat;
  const messages = () => transcript.peek().filter(isMessage);
  const isOnline = () => connection.peek() === 'online';
  const hasPerson = () => /requested|queued|live/.test(handoff.peek());
  const changes = [connection, handoff, transcript, trouble, typing, isAllowed, ui.isOpen];

  /** Resolves once `look` is true; to false after `ms`, and when nobody waits any more. */
  const until = (look: () => unknown, ms: number) =>
    new Promise<boolean>((resolve) => {
      const stops: (() => void)[] = [];
      const settle = (isTrue: boolean) => {
        resolve(isTrue);
        // A signal calls its new listener before there is a function to remove it.
        queueMicrotask(() => {
          for (const stop of stops.splice(0)) stop();
        });
      };
      const check = () => {
        if (signal.aborted || look()) settle(!signal.aborted);
      };
      stops.push(
        clock.after(ms, () => settle(false)),
        ...changes.map((change) => change.subscribe(check)),
      );
      signal.addEventListener('abort', check);
    });

  await until(() => isAllowed.peek() || !ui.isOpen.peek(), CONSENT_MS);
  if (!isAllowed.peek()) throw new Error('The visitor has not agreed to this chat.');
  if (isFirst && connection.peek() === 'ended') chat.restart();
  // The greeting is no answer.
  const isGreeted = () => isOnline() && messages().some(({ author }) => author !== 'user');
  await until(() => trouble.peek() || isGreeted(), GREETING_MS);
  await context.loadLazy();
  if (!isOnline()) throw new Error('The chat cannot be reached.');
  if (hasPerson()) throw new Error(PERSON);
  if (!isFirst && !messages().some(({ author }) => author === 'user'))
    throw new Error('Begin with ask_support.');
  // A visitor would be warned. Other guards are the chat's.
  if (guardOf(options, config.peek()) === 'warn' && lazy.peek()?.maskSensitive(text) !== text)
    throw new Error('Leave out card and account numbers and passwords.');

  if (signal.aborted || !context.send(text)) throw new Error('The page refuses this text.');
  const { id } = messages().at(-1) as Message;
  ui.asked.value = new Set([...ui.asked.peek(), id]);

  const place = () => messages().findIndex((message) => message.id === id);
  const answers = () =>
    messages()
      .slice(place() + 1)
      .filter(({ author }) => author === 'agent');
  // The visitor can withdraw it, too.
  const isFailed = () => (messages()[place()]?.delivery ?? 'failed') === 'failed';
  const isAnswered = () =>
    !isFailed() && answers().length && !typing.peek() && answers().every(({ streaming }) => !streaming);
  const isOver = () => isFailed() || hasPerson() || isAnswered() || connection.peek() === 'ended';
  let count: number;
  do {
    await until(isOver, ANSWER_MS);
    count = answers().length;
  } while (isAnswered() && (await until(() => typing.peek() || answers().length > count, QUIET_MS)));
  if (hasPerson()) throw new Error(PERSON);
  if (isFailed()) throw new Error('It could not be sent.');
  if (!isAnswered()) throw new Error('There is no answer yet.');
  return {
    text: answers()
      .map((message) => message.text)
      .join('\n\n'),
    suggestions: chat.suggestions.peek().map(({ messageText }) => messageText),
    links: answers().flatMap(({ attachments }) => attachments.flatMap(({ contentUrl }) => contentUrl ?? [])),
  };
}
