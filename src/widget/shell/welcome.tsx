import { useComputed } from '@preact/signals';
import { NO_CONFIG } from '../../protocol/widget-config.ts';
import { textForLocale } from '../locales/text-for-locale.ts';
import { useScope } from '../scope.ts';
import { Avatar } from './avatar.tsx';

/** A block in the colours of the header, with the agent's picture and the site's greeting, else with `heading`. */
export function WelcomeBlock({ heading }: { readonly heading?: string }) {
  const { config, locale } = useScope();
  const { agent, header, welcome, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const [greeting = heading, ...lines] =
    (welcome && textForLocale(welcome, locale.value, fallback))?.split('\n') ?? [];
  if (!greeting) return null;
  return (
    <div class="welcome">
      <Avatar source={agent?.avatar ?? header?.image} />
      <h3 dir="auto">{greeting}</h3>
      {lines.length > 0 && <p dir="auto">{lines.join(' ')}</p>}
    </div>
  );
}

/** Greeting and first words for a visitor who has not written yet. */
export function Welcome() {
  const { chat, config, locale } = useScope();
  const { starters, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const isBegun = useComputed(
    () =>
      // A resumed conversation has its history now.
      chat.connection.value === 'connecting' ||
      chat.order.value.some((id) => {
        const entry = chat.entry(id).peek();
        return entry?.kind === 'message' && entry.author === 'user';
      }),
  );
  if (isBegun.value) return null;
  const words = (starters && textForLocale(starters, locale.value, fallback)) ?? [];
  return (
    <>
      <WelcomeBlock />
      {words.length > 0 && (
        <div class="starters">
          {words.map((text) => (
            <button type="button" class="starter" dir="auto" key={text} onClick={() => chat.send(text)}>
              {text}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
