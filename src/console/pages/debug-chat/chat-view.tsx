import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Refusal } from '../../parts/states.tsx';
import { Words } from '../conversations/words-of-agent.tsx';
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

/** The chat, and beside it how the agent came to the answer that is chosen. */
export function ChatView({ chat, isBusy, failure, onSay, onNew }: ChatViewProps) {
  const { turns, script, hasEnded } = chat;
  const chosen = useSignal<number | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const shown = Math.min(chosen.value ?? turns.length - 1, turns.length - 1);
  const [next] = script;

  useEffect(() => {
    chosen.value = undefined;
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    field.current?.focus({ preventScroll: true });
  }, [turns.length, hasEnded]);

  async function send(text: string): Promise<void> {
    if (text.trim() === '' || isBusy) return;
    const isTyped = field.current?.value === text;
    if ((await onSay(text)) && isTyped && field.current) field.current.value = '';
  }

  const turn = turns[shown];
  return (
    <div class="debug-chat">
      <div class="debug-words">
        <p class="debug-bar">
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
          {turns.map(({ said, answer }, index) => (
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
                <button
                  type="button"
                  class="chip"
                  aria-pressed={index === shown}
                  aria-label={words.internalsOf(index + 1)}
                  onClick={() => {
                    chosen.value = index;
                  }}
                >
                  {words.internals}
                </button>
              </div>
            </li>
          ))}
        </ol>
        <Refusal text={failure} />
        {hasEnded ? (
          <p class="hint debug-end">{words.ended}</p>
        ) : (
          <form
            class="debug-say"
            onSubmit={(event) => {
              event.preventDefault();
              void send(field.current?.value ?? '');
            }}
          >
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
      <aside class="debug-side" aria-label={words.internalsOf(shown + 1)}>
        <h2>{words.internalsOf(shown + 1)}</h2>
        {turn && <Internals turn={turn} />}
      </aside>
    </div>
  );
}
