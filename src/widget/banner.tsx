import { useScope } from './scope.ts';

/** Where the composer finds why it cannot be used. */
export const BANNER_ID = 'foyer-banner';

/**
 * What stands in the way, in plain words, right above where the visitor writes. A drop that heals at once never shows:
 * the style sheet lets `reconnecting` and `offline` appear only after half a second (spec messaging §12).
 */
export function Banner() {
  const { chat, extras, strings } = useScope();
  const words = strings.value;
  const connection = chat.connection.value;
  const trouble = chat.trouble.value;
  const isInTheWay = ['reconnecting', 'offline', 'failed', 'ended'].includes(connection);
  return (
    <div role="status" id={BANNER_ID} data-state={connection}>
      {isInTheWay && (
        <div class="reason">
          <p>
            {(trouble && extras.value?.reasonOf(trouble, words)) ??
              (trouble?.code === 'configuration' ? words.configuration : words[connection])}
          </p>
          {(connection === 'reconnecting' || (connection === 'failed' && (trouble?.canRetry ?? true))) && (
            <button type="button" class="small" onClick={chat.reconnect}>
              {words.tryAgain}
            </button>
          )}
          {connection === 'ended' && (
            <button type="button" class="primary" onClick={chat.restart}>
              {words.restart}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
