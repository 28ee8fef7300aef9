import { useEffect, useRef } from 'preact/hooks';
import { NO_CONFIG } from '../../protocol/widget-config.ts';
import { useWidget } from '../context/widget-context.ts';
import { textForLocale } from '../locales/text-for-locale.ts';
import { RichText } from '../text/rich-text.tsx';
import { Policies } from './disclosure.tsx';

/**
 * Consent request with the site's text. Nothing is sent to the platform before the visitor consents (contract §3). A visitor
 * who declines closes the panel; a chat in a container cannot be closed and stays as it is.
 */
export function Consent() {
  const { close, config, locale, options, strings, ui } = useWidget();
  const button = useRef<HTMLButtonElement>(null);
  const texts = strings.value;
  const { consent, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  useEffect(() => {
    const element = button.current;
    // The composer's field may have lost the focus to this request.
    if (ui.focusOnOpen.peek() || element?.closest('.panel')?.matches(':focus-within'))
      element?.focus({ preventScroll: true });
  }, [ui]);
  return (
    <section class="consent">
      <div class="welcome">
        <h3>{texts.consentTitle}</h3>
      </div>
      <RichText text={textForLocale(consent?.text ?? {}, locale.value, fallback) ?? ''} />
      <Policies />
      <button
        type="button"
        class="primary-button"
        ref={button}
        onClick={() => {
          // The composer replaces this focused button (WCAG 2.4.3).
          ui.focusOnOpen.value = true;
          ui.hasConsented.value = true;
        }}
      >
        {texts.consent}
      </button>
      {options.container === undefined && (
        <button type="button" class="secondary-button" onClick={close}>
          {texts.decline}
        </button>
      )}
    </section>
  );
}
