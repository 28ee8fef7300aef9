import { useScope } from './scope.ts';

/** Answers that the agent proposes: a tap sends the words as the visitor's own (spec messaging §6). */
export function Suggestions() {
  const { chat, strings } = useScope();
  const suggestions = chat.suggestions.value;
  if (suggestions.length === 0) return null;
  return (
    <fieldset class="suggestions" aria-label={strings.value.suggestions}>
      {suggestions.map(({ messageText }, index) => (
        <button
          type="button"
          class="chip"
          dir="auto"
          key={`${index} ${messageText}`}
          onClick={() => chat.send(messageText)}
        >
          {messageText}
        </button>
      ))}
    </fieldset>
  );
}
