import { withExtras } from './extras.ts';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

const CROSS = 'M6 6l12 12M18 6 6 18';

/** What the page says beside the launcher while the chat is closed; an answer opens the chat and is said there. */
export function PromptBubble() {
  const { chat, open, options, strings, ui } = useScope();
  const prompt = ui.prompt.value;
  const words = withExtras(strings.value);
  if (!prompt) return null;
  // As it is now: words beside a launcher do not stand there for long.
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = options.colorScheme === 'auto' ? (isDark ? 'dark' : 'light') : options.colorScheme;

  function answer(text?: string): void {
    ui.prompt.value = null;
    open();
    if (text !== undefined) chat.send(text);
  }

  return (
    // It runs as its words do, not as the page.
    <section class="prompt" role="status" dir="auto" data-shape={options.position} data-scheme={scheme}>
      <button type="button" class="words" onClick={() => answer()}>
        {prompt.text}
      </button>
      <button
        type="button"
        class="dismiss"
        aria-label={words.dismiss}
        onClick={() => {
          ui.prompt.value = null;
        }}
      >
        <Icon path={CROSS} />
      </button>
      {prompt.actions?.map((text) => (
        <button type="button" class="answer" dir="auto" key={text} onClick={() => answer(text)}>
          {text}
        </button>
      ))}
    </section>
  );
}
