/**
 * Lists every element, attribute and node in `root` that the widget does not render itself, one line each. The function
 * uses nothing from its module, so that Playwright can run it in a page.
 */
export function unexpectedMarkup(root: ParentNode, imageHosts: readonly string[]): string[] {
  const ELEMENTS =
    /^(a|b|bdi|blockquote|br|button|code|dialog|div|em|fieldset|figcaption|figure|form|h[2-6]|hr|i|img|label|li|ol|p|path|pre|s|section|span|strong|svg|table|tbody|td|textarea|th|thead|time|tr|ul)$/;
  const ATTRIBUTES =
    /^(alt|aria-[a-z]+|autocomplete|class|d|data-(author|connection|current|delivery|empty|end|first|joined|kind|last|latest|level|long|message-id|online|scheme|shape|side|state|streaming|text|time|unknown)|datetime|decoding|dir|disabled|enterkeyhint|hidden|href|id|lang|loading|open|part|placeholder|referrerpolicy|rel|role|rows|src|start|style|tabindex|target|title|type|viewbox)$/;
  /** Elements in the agent's text. */
  const TEXT_ELEMENTS =
    /^(a|b|blockquote|br|button|code|div|em|h[3-6]|hr|i|img|li|ol|p|pre|s|span|strong|table|tbody|td|th|thead|tr|ul)$/;
  const TEXT_ATTRIBUTES: Readonly<Record<string, RegExp>> = {
    a: /^(dir|href|rel|target|title)$/,
    button: /^(class|type)$/,
    div: /^(class|tabindex)$/,
    img: /^(alt|decoding|loading|referrerpolicy|src)$/,
    ol: /^start$/,
    p: /^class$/,
    pre: /^tabindex$/,
    td: /^style$/,
    th: /^style$/,
  };
  const REL = 'noopener noreferrer nofollow';
  const found: string[] = [];

  const checkLink = (link: Element, href: string) => {
    const attribute = (name: string) => link.getAttribute(name);
    if (/^mailto:/.test(href) || /^tel:\+?[0-9]{3,15}$/.test(href)) return;
    if (!/^https?:\/\//.test(href)) found.push(`link ${href}`);
    else if (attribute('rel') !== REL || attribute('target') !== '_blank')
      found.push(`link with opener or referrer ${href}`);
    else {
      const { host, username, password } = new URL(href);
      // Links of the site's configuration need not show their host.
      const isTrusted = link.matches('.notice a, .policies a');
      const shown = `${attribute('title')} ${link.textContent}`;
      if (!(isTrusted || shown.includes(host)) || username || password)
        found.push(`link that hides its host ${href}`);
    }
  };

  const checkImage = (image: Element, src: string) => {
    if (!imageHosts.some((host) => src.startsWith(`https://${host}/`))) found.push(`image ${src}`);
    if (image.getAttribute('referrerpolicy') !== 'no-referrer') found.push(`image with referrer ${src}`);
    if (image.getAttribute('loading') !== 'lazy' && !image.matches('.avatar, .lightbox *'))
      found.push(`image without lazy loading ${src}`);
  };

  for (const element of root.querySelectorAll('*')) {
    const name = element.localName;
    // The copy button is not part of the text.
    const isText = element.closest('.text, .copy-button')?.matches('.text') && !element.matches('.text');
    // The composer is the only form.
    if (
      !(isText ? TEXT_ELEMENTS : ELEMENTS).test(name) ||
      (name === 'form' && element.className !== 'composer')
    )
      found.push(`<${name}>`);
    for (const attribute of element.getAttributeNames()) {
      const value = element.getAttribute(attribute) ?? '';
      const isKnown = isText
        ? TEXT_ATTRIBUTES[name]?.test(attribute)
        : ATTRIBUTES.test(attribute.toLowerCase());
      const isValueExpected =
        (attribute !== 'class' || !isText || /^(table|rest|image-placeholder)$/.test(value)) &&
        // The height of text far from the visible part, the alignment of a column, the place in a queue.
        (attribute !== 'style' ||
          (element.matches('.far') && /^height: [0-9.]+px;$/.test(value)) ||
          (element.matches('.queue-progress') && /^--_fraction: [0-9.]+;$/.test(value)) ||
          (element.matches('td, th') && /^text-align: (center|right);$/.test(value))) &&
        (attribute !== 'id' || /^foyer-(title|banner|counter)$/.test(value));
      if (!isKnown || !isValueExpected) found.push(`<${name} ${attribute}="${value}">`);
      if (attribute === 'href') checkLink(element, value);
      if (attribute === 'src') checkImage(element, value);
    }
    for (const child of element.childNodes)
      if (child.nodeType !== 1 && child.nodeType !== 3)
        found.push(`node of type ${child.nodeType} in <${name}>`);
  }
  return found;
}
