/** The look that the studio begins with. Every value is a text, as in the address and in the form. */
export const DEFAULTS = {
  accent: '#2f5d4e',
  radius: '16',
  header_style: 'brand',
  font: '',
  title: 'Lumen & Oak',
  avatar: '',
  welcome: 'Good to see you\nAsk about lamps, orders and deliveries.',
  starters: 'Where is my order?\nHow do returns work?',
  position: 'bottom-right',
  scheme: 'auto',
  locale: 'en',
};

/** The look in the query of an address. */
export const lookIn = (query) => {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, value]) => [name, given.get(name) ?? value]),
  );
};

/** The query for a look: only what differs from the beginning. */
export const queryOf = (look) =>
  new URLSearchParams(Object.entries(look).filter(([name, value]) => value !== DEFAULTS[name])).toString();

const linesOf = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The branding file. */
export function brandingOf({ accent, radius, header_style, font, title, avatar, welcome, starters, locale }) {
  const words = linesOf(starters).slice(0, 5);
  return {
    header: { text: title.trim() || 'Chat' },
    ...(header_style === 'plain' && { header_style }),
    ...(welcome.trim() && { welcome: { [locale]: welcome.trim() } }),
    ...(words.length > 0 && { starters: { [locale]: words } }),
    ...(URL.canParse(avatar) && { agent: { avatar } }),
    accent,
    radius: Number(radius),
    ...(font && { font }),
    default_locale: locale,
  };
}

/** The options of the script tag, as attributes. */
export const attributesOf = ({ position, scheme, locale }) => ({
  ...(position !== 'bottom-right' && { 'data-position': position }),
  ...(scheme !== 'auto' && { 'data-color-scheme': scheme }),
  ...(locale !== 'en' && { 'data-locale': locale }),
});
