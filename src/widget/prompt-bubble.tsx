import { withExtras } from './extras.ts';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

/** What the page says beside the launcher while the chat is closed; an answer opens the chat and is said there. */
export function PromptBubble() {
  const { chat, open, options, strings, ui } = useScope();
  const prompt = ui.prompt.value;
  const words = withExtras(strings.value);
  if (!prompt) return null;

  function answer(text?: string): void {
    ui.prompt.value = null;
    open();
    if (text !== undefined) chat.send(text);
  }

  return (
    <section class="prompt" role="status" data-shape={options.position}>
      <button type="button" class="words" dir="auto" onClick={() => answer()}>
        {prompt.text}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={words.dismiss}
        onClick={() => {
          ui.prompt.value = null;
        }}
      >
        <Icon name="close" />
      </button>
      {prompt.actions?.map((text) => (
        <button type="button" class="chip" dir="auto" key={text} onClick={() => answer(text)}>
          {text}
        </button>
      ))}
    </section>
  );
}
