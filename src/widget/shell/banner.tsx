import { useScope } from '../scope.ts';

/** Id of the banner. The composer refers to it for the reason why it is disabled. */
export const BANNER_ID = 'foyer-banner';

/**
 * Banner above the composer that explains a connection problem. M-12.19: the style sheet delays `reconnecting` and
 * `offline` by half a second, so a short drop shows no banner.
 */
export function Banner() {
  const { chat, deferred, strings } = useScope();
  const texts = strings.value;
  const connection = chat.connection.value;
  const error = chat.trouble.value;
  const isVisible = ['reconnecting', 'offline', 'failed', 'ended'].includes(connection);
  return (
    <div role="status" id={BANNER_ID} data-state={connection}>
      {isVisible && (
        <div class="banner">
          <p>
            {(error && deferred.value?.errorText(error, texts)) ??
              (error?.code === 'configuration' ? texts.configuration : texts[connection])}
          </p>
          {(connection === 'reconnecting' || (connection === 'failed' && (error?.canRetry ?? true))) && (
            <button type="button" class="small-button" onClick={chat.reconnect}>
              {texts.tryAgain}
            </button>
          )}
          {connection === 'ended' && (
            <button type="button" class="primary-button" onClick={chat.restart}>
              {texts.restart}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
