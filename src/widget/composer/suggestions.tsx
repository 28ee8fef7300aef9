import { useScope } from '../scope.ts';

/** Replies that the agent suggests. Pressing one sends its text as the visitor's message (M-6.23). */
export function Suggestions() {
  const { chat, send, strings } = useScope();
  const suggestions = chat.suggestions.value;
  if (suggestions.length === 0) return null;
  return (
    <fieldset class="suggestions" aria-label={strings.value.suggestions}>
      {suggestions.map(({ messageText }, index) => (
        <button
          type="button"
          class="suggestion"
          dir="auto"
          key={`${index} ${messageText}`}
          onClick={() => send(messageText)}
        >
          {messageText}
        </button>
      ))}
    </fieldset>
  );
}
