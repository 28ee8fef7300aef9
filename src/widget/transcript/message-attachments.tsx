import { useOnDemand } from '../deferred/on-demand-part.tsx';
import type { MessageView } from './row-view.ts';

/** Cards, images and call actions of a message. */
export function MessageAttachments({ message }: { readonly message: MessageView }) {
  const { Attachments, CallActions } = useOnDemand();
  return (
    <>
      {Attachments && <Attachments attachments={message.attachments} />}
      {CallActions && <CallActions actions={message.callActions} />}
    </>
  );
}
