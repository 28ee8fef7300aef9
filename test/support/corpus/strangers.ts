/**
 * Everything within `root` that hostile text may never become: one line each, empty when all is well. It knows what the
 * widget draws and nothing else, and needs nothing from around it, so that it can be handed to a page as it stands.
 */
export function strangersIn(root: ParentNode, imageHosts: readonly string[]): string[] {
  const ELEMENTS =
    /^(a|b|bdi|blockquote|br|button|code|dialog|div|em|fieldset|figcaption|figure|form|h[2-6]|hr|i|img|label|li|ol|p|path|pre|s|section|span|strong|svg|table|tbody|td|textarea|th|thead|time|tr|ul)$/;
  const ATTRIBUTES =
    /^(alt|aria-[a-z]+|autocomplete|class|d|data-(author|connection|delivery|first|kind|level|message-id|online|scheme|shape|side|state|streaming|text)|datetime|decoding|dir|disabled|enterkeyhint|hidden|href|id|lang|loading|open|part|placeholder|referrerpolicy|rel|role|rows|src|start|tabindex|target|title|type|viewbox)$/;
  /** What the agent's own words may become. */
  const WORDS =
    /^(a|b|blockquote|br|button|code|div|em|h[3-6]|hr|i|img|li|ol|p|pre|s|span|strong|table|tbody|td|th|thead|tr|ul)$/;
  const BY_WORDS: Readonly<Record<string, RegExp>> = {
    a: /^(href|rel|target|title)$/,
    button: /^(class|type)$/,
    div: /^(class|tabindex)$/,
    img: /^(alt|decoding|loading|referrerpolicy|src)$/,
    ol: /^start$/,
    pre: /^tabindex$/,
  };
  const REL = 'noopener noreferrer nofollow';
  const found: string[] = [];

  const checkLink = (link: Element, href: string) => {
    const said = (name: string) => link.getAttribute(name);
    if (/^mailto:/.test(href) || /^tel:\+?[0-9]{3,15}$/.test(href)) return;
    if (!/^https?:\/\//.test(href)) found.push(`link ${href}`);
    else if (said('rel') !== REL || said('target') !== '_blank') found.push(`link that tells ${href}`);
    else {
      const { host, username, password } = new URL(href);
      // What the site itself has configured may be called as the site likes.
      const isTrusted = link.matches('.notice a, .policies a');
      const shown = `${said('title')} ${link.textContent}`;
      if (!(isTrusted || shown.includes(host)) || username || password)
        found.push(`link that hides its host ${href}`);
    }
  };

  const checkPicture = (picture: Element, src: string) => {
    if (!imageHosts.some((host) => src.startsWith(`https://${host}/`))) found.push(`picture ${src}`);
    if (picture.getAttribute('referrerpolicy') !== 'no-referrer') found.push(`picture that tells ${src}`);
    if (picture.getAttribute('loading') !== 'lazy' && !picture.matches('.avatar, .lightbox *'))
      found.push(`picture that hurries ${src}`);
  };

  for (const element of root.querySelectorAll('*')) {
    const name = element.localName;
    // The button that copies a piece of code is drawn beside the words.
    const isWord = element.closest('.text, .copy')?.matches('.text') && !element.matches('.text');
    // The one form is where the visitor writes.
    if (!(isWord ? WORDS : ELEMENTS).test(name) || (name === 'form' && element.className !== 'composer'))
      found.push(`<${name}>`);
    for (const attribute of element.getAttributeNames()) {
      const value = element.getAttribute(attribute) ?? '';
      const isKnown = isWord ? BY_WORDS[name]?.test(attribute) : ATTRIBUTES.test(attribute.toLowerCase());
      const isOurs =
        (attribute !== 'class' || !isWord || /^(table|placeholder)$/.test(value)) &&
        (attribute !== 'id' || /^foyer-(title|banner)$/.test(value));
      if (!isKnown || !isOurs) found.push(`<${name} ${attribute}="${value}">`);
      if (attribute === 'href') checkLink(element, value);
      if (attribute === 'src') checkPicture(element, value);
    }
    for (const child of element.childNodes)
      if (child.nodeType !== 1 && child.nodeType !== 3)
        found.push(`node of type ${child.nodeType} in <${name}>`);
  }
  return found;
}
