import { useEffect, useRef } from 'preact/hooks';
import { Policies } from './disclosure.tsx';
import { byLocale, withExtras } from './extras.ts';
import { RichText } from './rich-text.tsx';
import { useScope } from './scope.ts';

/** Asks for the visitor's consent in the site's words; nothing is sent to the platform before it is given (contract §3). */
export function Consent() {
  const { config, locale, strings, ui } = useScope();
  const button = useRef<HTMLButtonElement>(null);
  const words = withExtras(strings.value);
  const { consent, default_locale: fallback = '' } = config.value ?? {};
  useEffect(() => {
    if (ui.takesFocus.peek()) button.current?.focus({ preventScroll: true });
  }, [ui]);
  return (
    <section class="consent">
      <h3>{words.consentTitle}</h3>
      <RichText text={byLocale(consent?.text ?? {}, locale.value, fallback) ?? ''} />
      <Policies />
      <button
        type="button"
        class="primary"
        ref={button}
        onClick={() => {
          ui.hasConsented.value = true;
        }}
      >
        {words.consent}
      </button>
    </section>
  );
}
