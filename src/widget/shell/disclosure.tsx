import { NO_CONFIG } from '../../protocol/widget-config.ts';
import { LINK_REL, linkUrl } from '../../text/links.ts';
import { textForLocale } from '../locales/text-for-locale.ts';
import { useScope } from '../scope.ts';
import { RichText } from '../text/rich-text.tsx';
import { useHasWritten } from './has-written.ts';

/** The site's disclaimer, above the conversation. */
export function Disclaimer() {
  const { config, locale } = useScope();
  const { disclaimer, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  const text = disclaimer && textForLocale(disclaimer.text, locale.value, fallback);
  const hasWritten = useHasWritten();
  if (!text || (disclaimer.show === 'until_first_message' && hasWritten)) return null;
  return (
    <div class="disclaimer" role="note">
      <RichText text={text} />
    </div>
  );
}

/** Links to the site's policies, which open in a new tab. */
export function Policies() {
  const { config, strings } = useScope();
  const texts = strings.value;
  const policies = config.value?.policies;
  const link = (label: string, url = '') => {
    const href = linkUrl(url)?.href;
    return (
      href && (
        <a href={href} target="_blank" rel={LINK_REL}>
          {label}
          <span class="visually-hidden"> ({texts.newTab})</span>
        </a>
      )
    );
  };
  const privacy = link(texts.privacy, policies?.privacy_url);
  const terms = link(texts.terms, policies?.terms_url);
  if (!privacy && !terms) return null;
  return (
    <p class="policies">
      {privacy}
      {terms}
    </p>
  );
}
