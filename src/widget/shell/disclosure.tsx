import { LINK_REL, linkUrl } from '../../text/links.ts';
import { useWidget } from '../context/widget-context.ts';

/** Links to the site's policies. They open in a new tab. */
export function Policies() {
  const { config, strings } = useWidget();
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
