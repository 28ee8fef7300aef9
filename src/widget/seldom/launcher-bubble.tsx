import { useWidget } from '../context/widget-context.ts';
import { MessagePreview } from './message-preview.tsx';
import { PromptBubble } from './prompt-bubble.tsx';

/**
 * The bubble beside the launcher: the newest unread message, else the page's prompt. Without a launcher there is no preview: the
 * page shows unread messages in its own way.
 */
export function LauncherBubble() {
  const { options, ui } = useWidget();
  const message = ui.preview.value;
  return message && options.showIcon && options.container === undefined ? (
    <MessagePreview message={message} />
  ) : (
    <PromptBubble />
  );
}
