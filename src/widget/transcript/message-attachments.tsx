import { useOnDemand } from '../deferred/use-on-demand.ts';
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
