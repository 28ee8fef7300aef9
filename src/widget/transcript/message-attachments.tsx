import { useEffect } from 'preact/hooks';
import { useScope } from '../scope.ts';
import type { MessageView } from './row-view.ts';

/** Cards, images and call actions of a message. Their chunk loads with the first message that has any. */
export function MessageAttachments({ message }: { readonly message: MessageView }) {
  const { chat, loadOnDemand, onDemand } = useScope();
  const { Attachments, CallActions } = onDemand.value ?? {};
  const isOnline = chat.connection.value === 'online';
  // Repeats a failed load once the connection is back.
  useEffect(loadOnDemand, [isOnline]);
  return (
    <>
      {Attachments && <Attachments attachments={message.attachments} />}
      {CallActions && <CallActions actions={message.callActions} />}
    </>
  );
}
