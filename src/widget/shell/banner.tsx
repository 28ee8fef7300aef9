import { useScope } from '../scope.ts';

/**
 * Banner above the composer that explains a connection problem. M-12.19: the style sheet delays `reconnecting` and
 * `offline` by half a second, so a short drop shows no banner.
 */
export function Banner() {
  const { chat, rest, strings } = useScope();
  const texts = strings.value;
  const connection = chat.connection.value;
  const error = chat.trouble.value;
  const isVisible = ['reconnecting', 'offline', 'failed'].includes(connection);
  return (
    <div role="status" id="foyer-banner" data-state={connection}>
      {isVisible && (
        <div class="banner">
          <p>
            {(error && rest.value?.errorText(error, texts)) ??
              (error?.code === 'configuration' ? texts.configuration : texts[connection])}
          </p>
          {(connection === 'reconnecting' || (connection === 'failed' && (error?.canRetry ?? true))) && (
            <button type="button" class="small-button" onClick={chat.reconnect}>
              {texts.tryAgain}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
