import { NO_CONFIG } from '../../protocol/widget-config.ts';
import { textForLocale } from '../locales/text-for-locale.ts';
import { useScope } from '../scope.ts';
import { useHasWritten } from './has-written.ts';

/** Greeting and first words for a visitor who has not written yet. */
export function Welcome() {
  const { chat, config, locale, send } = useScope();
  const { welcome, starters, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const hasWritten = useHasWritten();
  // A resumed conversation has its history once it is online.
  if (hasWritten || ['connecting', 'failed', 'ended'].includes(chat.connection.value)) return null;
  const [greeting, ...lines] = (welcome && textForLocale(welcome, locale.value, fallback))?.split('\n') ?? [];
  const words = (starters && textForLocale(starters, locale.value, fallback)) ?? [];
  return (
    <>
      {greeting && (
        <div class="welcome">
          <h3 dir="auto">{greeting}</h3>
          {lines.length > 0 && <p dir="auto">{lines.join(' ')}</p>}
        </div>
      )}
      {words.length > 0 && (
        <div class="starters">
          {words.map((text) => (
            <button type="button" class="starter" dir="auto" key={text} onClick={() => send(text)}>
              {text}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
