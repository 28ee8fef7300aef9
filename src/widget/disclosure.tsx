import { byLocale, LINK_REL, linkAddress, withExtras } from './extras.ts';
import { RichText } from './rich-text.tsx';
import { useScope } from './scope.ts';

/** What the site wants every visitor to know, above the conversation. */
export function Disclaimer() {
  const { chat, config, locale } = useScope();
  const { disclaimer, default_locale: fallback = '' } = config.value ?? {};
  const text = disclaimer && byLocale(disclaimer.text, locale.value, fallback);
  const hasSpoken = chat.transcript.value.some((it) => it.kind === 'message' && it.author === 'user');
  if (!text || (disclaimer.show === 'until_first_message' && hasSpoken)) return null;
  return (
    <div class="disclaimer" role="note">
      <RichText text={text} />
    </div>
  );
}

/** The site's policies, each in a tab of its own. */
export function Policies() {
  const { config, strings } = useScope();
  const words = withExtras(strings.value);
  const { privacy_url, terms_url } = config.value?.policies ?? {};
  const links = [
    [words.privacy, privacy_url],
    [words.terms, terms_url],
  ] as const;
  return (
    <p class="policies">
      {links.map(([label, url]) => {
        const address = url === undefined ? undefined : linkAddress(url);
        return (
          address && (
            <a key={label} href={address.href} target="_blank" rel={LINK_REL}>
              {label}
              <span class="sr"> ({words.newTab})</span>
            </a>
          )
        );
      })}
    </p>
  );
}
