import { isBlank } from '../../chat/model/is-blank.ts';
import { useWidget } from '../context/widget-context.ts';
import { useStarters } from '../transcript/welcome.tsx';

/** Replies that the agent suggests, unless the site's own starters are shown. Pressing one sends its text (M-6.23). */
export function Suggestions() {
  const { chat, send, strings } = useWidget();
  const all = chat.suggestions.value.map(({ messageText }) => messageText);
  const texts = [...new Set(all)].filter((text) => !isBlank(text));
  const hasStarters = useStarters().length > 0;
  if (texts.length === 0 || hasStarters) return null;
  return (
    <fieldset class="suggestions" aria-label={strings.value.suggestions}>
      {texts.map((text) => (
        <button type="button" class="suggestion" dir="auto" key={text} onClick={() => send(text)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
