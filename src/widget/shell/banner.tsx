import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';

/** When it goes, perhaps long after its press, the focus stays in the panel. */
function Retry() {
  const { chat, strings } = useWidget();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current?.matches(':focus')) current.closest<HTMLElement>('.panel')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button type="button" class="small-button" ref={button} onClick={chat.reconnect}>
      {strings.value.retry}
    </button>
  );
}

/**
 * Banner above the composer that explains a connection problem. M-12.19: the style sheet delays `reconnecting` and
 * `offline` by half a second, so a short interruption shows no banner.
 */
export function Banner() {
  const { chat, lazy, strings, ui } = useWidget();
  const texts = strings.value;
  const connection = chat.connection.value;
  const error = chat.trouble.value;
  const isStuck = connection === 'connecting' && ui.wait.value === 'long';
  const isVisible =
    isStuck || (['reconnecting', 'offline', 'failed'].includes(connection) && error?.code !== 'closed');
  const canRetry =
    isStuck || connection === 'reconnecting' || (connection === 'failed' && (error?.canRetry ?? true));
  return (
    <div role="status" id="foyer-banner" data-state={connection}>
      {isVisible && (
        <div class="banner">
          <p>
            {(error && lazy.value?.errorText(error, texts)) ??
              (error?.code === 'configuration'
                ? texts.configuration
                : texts[isStuck ? 'failed' : connection])}
          </p>
          {canRetry && <Retry />}
        </div>
      )}
    </div>
  );
}
