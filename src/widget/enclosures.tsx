import { useEffect } from 'preact/hooks';
import type { MessageView } from './row-view.ts';
import { useScope } from './scope.ts';

/** Cards, pictures and numbers to call: they load with the first message that brings some. */
export function Enclosures({ message }: { readonly message: MessageView }) {
  const { chat, needOccasional, occasional } = useScope();
  const { Attachments, CallActions } = occasional.value ?? {};
  const isOnline = chat.connection.value === 'online';
  // What could not be loaded is asked for again when the connection is back.
  useEffect(needOccasional, [isOnline]);
  return (
    <>
      {Attachments && <Attachments attachments={message.attachments} />}
      {CallActions && <CallActions actions={message.callActions} />}
    </>
  );
}
