import type { WidgetConfig } from '../../src/protocol/widget-config.ts';

/** Branding with every field, in two languages. */
export const BRANDING: Partial<WidgetConfig> = {
  consent: {
    required: true,
    text: { en: 'We keep **this conversation** for 30 days.', ar: 'نحتفظ بهذه المحادثة **30 يومًا**.' },
  },
  disclaimer: { show: 'always', text: { en: 'You talk to a machine.', ar: 'أنت تتحدث إلى برنامج.' } },
  policies: {
    privacy_url: 'https://shop.example/privacy',
    terms_url: 'https://shop.example/terms',
    place: 'composer',
  },
};
