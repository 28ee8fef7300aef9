import type { Chat } from '../../../../src/chat/chat.ts';
import type { Entry } from '../../../../src/chat/model/model.ts';
import { noticeText } from '../../../../src/widget/elements/notice-text.ts';
import { english } from '../../../../src/widget/locales/translations/strings.ts';
import { hasGlobal } from '../globals.ts';
import type { TranscriptRow, View } from '../page.ts';

/** View of the headless client in the scenarios' vocabulary. */

const snakeCase = (word: string) => word.replaceAll('-', '_');

function rowOf(entry: Entry): TranscriptRow {
  if (entry.kind === 'message') {
    return {
      role: snakeCase(entry.author),
      text: entry.text,
      message_id: entry.id,
      delivery: entry.delivery,
      streaming: entry.streaming,
      interrupted: entry.interrupted,
      attachments: entry.attachments.map((attachment) => ({
        title: attachment.title,
        content_type: attachment.contentType,
        content_url: attachment.contentUrl,
        preview_image_url: attachment.previewImageUrl,
        call_to_action_text: attachment.callToActionText,
      })),
      suggestions: entry.suggestions.map(({ messageText }) => messageText),
      call_actions: entry.callActions.length,
      reason: entry.failure,
      retry_control: entry.canRetry ?? false,
      name: entry.person.name,
    };
  }
  const row = { role: 'notice', kind: entry.notice };
  switch (entry.notice) {
    case 'conversation_ended':
      return { ...row, reason: `REASON_${entry.reason.toUpperCase()}` };
    case 'system':
      return { ...row, text: entry.text, level: entry.level };
    case 'queue_status':
      return {
        ...row,
        position: entry.position,
        queue_name: entry.queueName,
        estimated_wait_seconds: entry.estimatedWaitSeconds,
        display_message: entry.displayMessage,
      };
    case 'live_agent_joined':
    case 'live_agent_left':
      return { ...row, name: entry.name };
    case 'client_handoff_required':
      return { ...row, reason: entry.reason, queue_name: entry.queueName, route: entry.route };
    default:
      return row;
  }
}

export function viewOf(chat: Chat): View {
  const status = chat.connection.peek();
  const { name, avatarUrl } = chat.agent.peek() ?? {};
  return {
    messages: chat.transcript.peek().map(rowOf),
    status,
    handoff: snakeCase(chat.handoff.peek()),
    typing: chat.typing.peek() !== null,
    typing_name: chat.typing.peek()?.name,
    input: status === 'ended' ? 'disabled' : 'enabled',
    retry_control: chat.trouble.peek()?.canRetry ?? false,
    new_chat_control: status === 'ended',
    banner: ['reconnecting', 'offline', 'failed', 'ended'].includes(status),
    suggestions: chat.suggestions.peek().map(({ messageText }) => messageText),
    agent: { name, avatar_url: avatarUrl },
    ui_language: chat.language.peek(),
  };
}

/** State whose changes are checked, see `history.ts`. */
export const deliveryState = (chat: Chat) => ({
  deliveries: new Map(
    chat.transcript
      .peek()
      .flatMap((entry) =>
        entry.kind === 'message' && entry.delivery ? [[entry.id, entry.delivery] as const] : [],
      ),
  ),
  isTyping: chat.typing.peek() !== null,
});

const texts = english;

/** Everything that the widget writes for an entry, in English. */
function textsOf(entry: Entry): string[] {
  if (entry.kind === 'notice') return [noticeText(entry, texts, 'en')];
  return [
    entry.text,
    entry.person.name,
    ...entry.attachments.flatMap(({ title, callToActionText }) => [title, callToActionText]),
    ...entry.callActions.map(({ title }) => title),
  ].filter((entry) => entry !== undefined);
}

/** Texts beside the transcript: the typing indicator, the suggestions and the name of the agent. */
const surroundingTexts = (chat: Chat): string[] =>
  [
    chat.typing.peek()?.name,
    chat.agent.peek()?.name,
    ...chat.suggestions.peek().map(({ messageText }) => messageText),
  ].filter((text) => text !== undefined);

/** Selects the observed facts that are true now. */
export function presentFacts(chat: Chat, watch: readonly string[]): string[] {
  const entries = chat.transcript.peek();
  const words = () => [...entries.flatMap(textsOf), ...surroundingTexts(chat)];
  return watch.filter((fact) => {
    const [, name = '', value = ''] = /^(\w+):?(.*)$/s.exec(fact) ?? [];
    switch (name) {
      case 'text':
        return words().some((word) => word.includes(value));
      case 'typing':
        return chat.typing.peek() !== null;
      case 'status':
        return chat.connection.peek() === value;
      case 'handoff':
        return snakeCase(chat.handoff.peek()) === value;
      case 'notice':
        return entries.some((entry) => entry.kind === 'notice' && entry.notice === value);
      case 'delivery':
        return entries.some((entry) => entry.kind === 'message' && entry.delivery === value);
      case 'streaming':
        return entries.some((entry) => entry.kind === 'message' && entry.streaming);
      default:
        return fact.includes('.') && hasGlobal(fact);
    }
  });
}
