import { useEffect, useRef } from 'preact/hooks';
import { Refusal } from '../../../parts/states.tsx';
import { withFields } from '../../../parts/with-fields.ts';
import { Words } from '../../conversations/words-of-agent.tsx';
import { type Chat, saveChat } from './chat.ts';
import { Internals } from './internals.tsx';
import { words } from './words.ts';

interface ChatViewProps {
  readonly chat: Chat;
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  /** Resolves with false if it was refused. */
  onSay(text: string): Promise<boolean>;
  onNew(): void;
}

/** The chat, with how the agent came to each of its answers. */
export function ChatView({ chat, isBusy, failure, onSay, onNew }: ChatViewProps) {
  const { turns, script, hasEnded } = chat;
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [next] = script;

  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    field.current?.focus({ preventScroll: true });
  }, [turns.length, hasEnded]);

  async function send(text: string): Promise<void> {
    if (text.trim() === '' || isBusy) return;
    const isTyped = field.current?.value === text;
    if ((await onSay(text)) && isTyped && field.current) field.current.value = '';
  }

  return (
    <div class="debug-chat">
      <p class="controls debug-bar">
        <span class="hint">
          {[chat.setup.clientEnv, chat.setup.variantId, chat.setup.channel, chat.setup.asrLangCode]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <button type="button" class="quiet" onClick={() => saveChat(chat)}>
          {words.save}
        </button>
        <button type="button" onClick={onNew}>
          {words.another}
        </button>
      </p>
      <ol class="turns" ref={list} aria-label={words.turns} aria-live="polite">
        {turns.map(({ said, answer, inMs }, index) => (
          <li key={index} class="turn">
            {said !== undefined && (
              <div class="said visitor">
                <p class="bubble" dir="auto">
                  {said}
                </p>
              </div>
            )}
            <div class="said">
              {answer.response ? (
                <Words text={answer.response} />
              ) : (
                <p class="bubble hint">{answer.delayedResponse ? words.delayed : words.silent}</p>
              )}
            </div>
            <details class="internals" open={index === turns.length - 1}>
              <summary>{words.internals}</summary>
              <Internals turn={{ answer, inMs }} />
            </details>
          </li>
        ))}
      </ol>
      <Refusal text={failure} />
      {hasEnded ? (
        <p class="hint debug-end">{words.ended}</p>
      ) : (
        <form class="debug-say" onSubmit={withFields(() => send(field.current?.value ?? ''))}>
          {next !== undefined && (
            <p class="debug-next">
              <button type="button" disabled={isBusy} onClick={() => void send(next)}>
                {words.sayNext}
              </button>{' '}
              <span class="hint" dir="auto">
                {next} {words.left(script.length)}
              </span>
            </p>
          )}
          <input
            ref={field}
            aria-label={words.message}
            placeholder={words.message}
            autocomplete="off"
            maxLength={4_000}
          />
          <button type="submit" class="primary" disabled={isBusy}>
            {words.send}
          </button>
        </form>
      )}
    </div>
  );
}
