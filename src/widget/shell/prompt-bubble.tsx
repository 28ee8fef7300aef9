import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { useScope } from '../scope.ts';
import { Icon } from './icons.tsx';

const CLOSE_ICON = 'M6 6l12 12M18 6 6 18';

/** The page's prompt beside the launcher while the chat is closed. A chosen answer opens the chat and is sent. */
export function PromptBubble() {
  const { chat, open, options, strings, ui } = useScope();
  const prompt = ui.prompt.value;
  const texts = withDeferredStrings(strings.value);
  if (!prompt) return null;
  // Not a signal: a prompt is visible for a short time only.
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = options.colorScheme === 'auto' ? (isDark ? 'dark' : 'light') : options.colorScheme;

  function respond(text?: string): void {
    ui.prompt.value = null;
    open();
    if (text !== undefined) chat.send(text);
  }

  return (
    // Takes the direction of its text, not of the page.
    <section class="prompt" role="status" dir="auto" data-shape={options.position} data-scheme={scheme}>
      <button type="button" class="prompt-text" onClick={() => respond()}>
        {prompt.text}
      </button>
      <button
        type="button"
        class="prompt-dismiss"
        aria-label={texts.dismiss}
        onClick={() => {
          ui.prompt.value = null;
        }}
      >
        <Icon path={CLOSE_ICON} />
      </button>
      {prompt.actions?.map((text) => (
        <button type="button" class="prompt-action" dir="auto" key={text} onClick={() => respond(text)}>
          {text}
        </button>
      ))}
    </section>
  );
}
