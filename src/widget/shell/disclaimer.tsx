import { isAi, NO_CONFIG } from '../../protocol/widget-config.ts';
import { useWidget } from '../context/widget-context.ts';
import { useHasWritten } from '../elements/has-written.ts';
import { textForLocale } from '../locales/text-for-locale.ts';

/**
 * The site's disclaimer above the composer, else the default one if the agent is a machine. It does not wait for the lazy chunk:
 * visitors see it before they can send anything.
 */
export function Disclaimer() {
  const { config, locale, lazy, strings } = useWidget();
  const hasWritten = useHasWritten();
  const { disclaimer, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const text = disclaimer
    ? textForLocale(disclaimer.text, locale.value, fallback)
    : isAi(config.value) && strings.value.aiNotice;
  if (!text || (disclaimer?.show !== 'always' && hasWritten)) return null;
  const { RichText } = lazy.value ?? {};
  return (
    <div class="disclaimer" role="note" dir="auto">
      {RichText ? <RichText text={text} /> : text}
    </div>
  );
}
