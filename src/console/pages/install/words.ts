/** The words of this page. */
export const words = {
  preview: 'Preview',
  previewHint:
    'The widget itself, with an agent of its own: nothing is sent. Each language has its own texts; Arabic and Hebrew run from right to left.',
  devices: { desktop: 'Desktop', phone: 'Phone' },
  previewSchemes: { light: 'Light', dark: 'Dark' },
  previewLanguage: 'Language of the preview',
  paste: 'Put the chat into a page',
  ways: 'Ways into a page',
  way: {
    script: 'Script tag',
    npm: 'npm',
    react: 'React',
    preact: 'Preact',
    iframe: 'iframe',
    tags: 'Tag Manager',
  },
  wayHint: {
    script: 'Paste it anywhere in the HTML of the page.',
    npm: 'For pages that are built. The chat comes with the scripts of the page.',
    react: 'A component for React 18 or later, of the package foyer-chat.',
    preact: 'A component for Preact 10 or later, of the package foyer-chat.',
    iframe: 'The chat fills the frame and is open. Only allowed pages may frame it.',
    tags: 'Paste it into a tag for custom HTML, with a trigger for all pages.',
  },
  position: 'Corner',
  positions: { '': 'Right', 'bottom-left': 'Left' },
  scheme: 'Light or dark',
  schemes: { '': 'As the visitor’s system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languageOfPage: 'That of the page',
  policy: 'Content Security Policy',
  policyHint:
    'Add these to the policy of the page, if it has one. The hosts of images that you use belong into img-src.',
  check: 'Is my page allowed?',
  page: 'Address of the page',
  pageExample: 'https://shop.example.com',
  ask: 'Check page',
  noAddress: 'This is no address of a page. Enter one such as https://shop.example.com.',
  allowedPages: (origins: string) => `Allowed are pages of ${origins}.`,
  allowed: 'Allowed',
  notAllowed: 'Not allowed',
  origin: 'Origin',
  addOrigin:
    'Add this origin to FOYER_ALLOWED_ORIGINS, or to the origins of its site, and restart the relay.',
  notSecure: 'Pages need https, except on the machine of a developer.',
  branding: 'Branding',
  brandingHint:
    'Begins with the branding of this relay. Nothing changes for visitors until the relay has the file. The address of this page holds the draft.',
  groups: {
    Look: {
      title: 'Title',
      accent: 'Accent',
      header_style: 'Header',
      radius: 'Corners, in pixels',
      font: 'Font',
    },
    Agent: { agent: 'Name of the agent', avatar: 'Picture of the agent' },
    Words: {
      default_locale: 'Default language',
      welcome: 'Greeting',
      starters: 'First words, up to five, one a line',
    },
    'Ways to a person': {
      phone: 'Phone',
      email: 'Email',
      route: 'Where a handoff leads',
      person: 'Words that ask for a person',
      not_understood: 'Answers of an agent that has not understood, one a line',
    },
    'Consent and policies': {
      consent: 'What visitors consent to before the first message',
      privacy: 'Privacy policy',
      terms: 'Terms',
      policies: 'Place of the policies',
    },
  },
  wordsLanguage: 'Language of the words',
  headers: { brand: 'In the accent', plain: 'Plain' },
  places: { menu: 'In the menu', composer: 'Below the composer' },
  noTitle: 'Enter a title.',
  noUrl: 'Enter an address that begins with https://.',
  noRadius: 'Enter a number from 0 to 40.',
  noPhone: 'Enter a number with 3 to 15 digits, such as +44 20 7946 0000.',
  noMail: 'Enter an address such as help@example.com.',
  noRoute: 'Enter an address that begins with https://, tel: or mailto:.',
  tooMany: (count: number, most: number) => `These are ${count} lines. Leave at most ${most}.`,
  contrast: 'Contrast',
  noAccent: 'The widget has its own accent until one is chosen.',
  otherAccent: (accent: string) =>
    `The contrast of ${accent} is not computed here. Choose a colour to see it.`,
  whiteText: 'White text on the accent.',
  blackText: 'Black text on the accent: white could not be read.',
  links: {
    light: (isReadable: boolean) =>
      isReadable
        ? 'Links in the light chat.'
        : 'Links in the light chat: the widget darkens them until they can be read.',
    dark: (isReadable: boolean) =>
      isReadable
        ? 'Links in the dark chat.'
        : 'Links in the dark chat: the widget lightens them until they can be read.',
  },
  file: 'Branding file',
  fileHint: 'Name it in FOYER_WIDGET_CONFIG, check it with foyer-relay brand, and restart the relay.',
  unchanged: 'This is the branding of this relay.',
  changed: (names: string) => `Differs from the branding of this relay in: ${names}.`,
  refused: (names: string) => `The relay would refuse the file. Correct: ${names}.`,
  tooLong: 'The draft is too long for an address, and is lost when this page is left.',
  download: 'Download branding file',
  copyLink: 'Copy link to this draft',
  discard: 'Discard draft',
} as const;
