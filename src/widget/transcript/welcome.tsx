import { useLayoutEffect } from 'preact/hooks';
import { NO_CONFIG } from '../../protocol/widget-config.ts';
import { firstWords } from '../../text/plain-text.ts';
import { useWidget } from '../context/widget-context.ts';
import { useHasWritten } from '../elements/has-written.ts';
import { textForLocale } from '../locales/text-for-locale.ts';

/** Starters that a visitor who has not written yet can send with one press. */
export function useStarters(): readonly string[] {
  const { chat, config, locale } = useWidget();
  const { starters, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const hasWritten = useHasWritten();
  // A resumed conversation has its history once it is online.
  if (!starters || hasWritten || ['connecting', 'failed', 'ended'].includes(chat.connection.value)) return [];
  return [...new Set(textForLocale(starters, locale.value, fallback) ?? [])];
}

function Greeting({ heading, line }: { readonly heading: string; readonly line: string }) {
  const { greets } = useWidget().ui;
  useLayoutEffect(() => {
    // Not `:has()` in the style sheet: each row that is added would search the whole conversation.
    greets.value = true;
    return () => {
      greets.value = false;
    };
  }, [greets]);
  return (
    <div class="welcome">
      {heading && <h3 dir="auto">{heading}</h3>}
      {line && <p dir="auto">{line}</p>}
    </div>
  );
}

/** Greeting of the site, unless the agent's own greeting repeats it, and starters. */
export function Welcome() {
  const { chat, config, firstAnswer, locale, send } = useWidget();
  const { welcome, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const hasWritten = useHasWritten();
  const words = useStarters();
  if (hasWritten || ['connecting', 'failed', 'ended'].includes(chat.connection.value)) return null;
  const entry = firstAnswer.value === undefined ? undefined : chat.entry(firstAnswer.value).value;
  const said = entry?.kind === 'message' ? firstWords(entry.text) : '';
  const [greeting = '', ...lines] =
    (welcome && textForLocale(welcome, locale.value, fallback))?.split('\n') ?? [];
  const heading = said.includes(greeting) ? '' : greeting;
  const line = lines.filter((text) => !said.includes(text)).join(' ');
  return (
    <>
      {(heading || line) && <Greeting heading={heading} line={line} />}
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
