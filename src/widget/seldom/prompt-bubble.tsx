import { useWidget } from '../context/widget-context.ts';
import { BubbleFrame } from './bubble-frame.tsx';

/** The page's prompt beside the launcher while the chat is closed. A chosen answer opens the chat and is sent. */
export function PromptBubble() {
  const { open, send, ui } = useWidget();
  const prompt = ui.prompt.value;
  if (!prompt) return null;

  function dismiss(): void {
    ui.prompt.value = null;
  }

  function respond(text?: string): void {
    dismiss();
    open();
    if (text !== undefined) void send(text);
  }

  return (
    // Direction of its text, not of the page.
    <BubbleFrame
      announcement={prompt.text}
      dir="auto"
      text={prompt.text}
      onOpen={() => respond()}
      onDismiss={dismiss}
    >
      {prompt.actions?.map((text) => (
        <button type="button" class="prompt-action" dir="auto" key={text} onClick={() => respond(text)}>
          {text}
        </button>
      ))}
    </BubbleFrame>
  );
}
