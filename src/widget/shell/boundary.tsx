import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { useScope } from '../scope.ts';

/**
 * Leaves a part of the panel out when drawing it throws, and reports it: the chat shows that it has failed, and the other parts
 * stay usable (M-12.21). The part is drawn again when the chat is retried.
 */
export function Boundary({ children }: { readonly children: ComponentChildren }) {
  const { chat } = useScope();
  const [error, reset] = useErrorBoundary(chat.fail);
  const isFailed = chat.connection.value === 'failed';
  useEffect(() => {
    if (error !== undefined && !isFailed) reset();
  }, [isFailed]);
  return error === undefined ? <>{children}</> : null;
}
