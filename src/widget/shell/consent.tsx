import { useEffect, useRef } from 'preact/hooks';
import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { textForLocale } from '../locales/text-for-locale.ts';
import { useScope } from '../scope.ts';
import { RichText } from '../text/rich-text.tsx';
import { Policies } from './disclosure.tsx';

/** Consent request with the site's text. Nothing is sent to the platform before the visitor consents (contract §3). */
export function Consent() {
  const { config, locale, strings, ui } = useScope();
  const button = useRef<HTMLButtonElement>(null);
  const texts = withDeferredStrings(strings.value);
  const { consent, default_locale: fallback = '' } = config.value ?? {};
  useEffect(() => {
    if (ui.takesFocus.peek()) button.current?.focus({ preventScroll: true });
  }, [ui]);
  return (
    <section class="consent">
      <h3>{texts.consentTitle}</h3>
      <RichText text={textForLocale(consent?.text ?? {}, locale.value, fallback) ?? ''} />
      <Policies />
      <button
        type="button"
        class="primary-button"
        ref={button}
        onClick={() => {
          ui.hasConsented.value = true;
        }}
      >
        {texts.consent}
      </button>
    </section>
  );
}
