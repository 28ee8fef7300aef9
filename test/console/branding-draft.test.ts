import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withChanges } from '../../src/console/page-address.ts';
import {
  brandingFile,
  brandingOf,
  type Draft,
  draftChanges,
  draftIn,
  errorsOf,
  keyOf,
  textOf,
  withText,
} from '../../src/console/pages/install/branding.ts';
import { FIELDS, type FieldName } from '../../src/console/pages/install/fields.ts';
import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
import { parseBranding } from '../../src/relay/config/branding.ts';

const BASE: WidgetConfig & { handoff_reasons: unknown } = {
  handoff_reasons: { refund: { en: 'Refund' } },
  header: { text: 'Chat', image: 'https://shop.example.com/a.png' },
  default_locale: 'en',
  welcome: { en: 'Hello', de: 'Hallo' },
  help: { phone: 'tel:+1-415-555-2671' },
};
const NAMES = Object.keys(FIELDS) as FieldName[];
const typed = (texts: Draft, base: WidgetConfig = BASE) =>
  Object.entries(texts).reduce<Draft>((draft, [key, text]) => withText(base, draft, key, text), {});
const fileOf = (texts: Draft, base: WidgetConfig = BASE) => JSON.parse(brandingFile(brandingOf(base, texts)));

/** Input of people into a field. */
const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...['', ' ', '#123456', '8', '-1', '41', '1e3', 'https://shop.example.com/b.png', 'http://a.example'],
    ...[
      '+44 20 7946 0000',
      'tel:12',
      '12',
      'help@example.com',
      'mailto:a@b.example',
      'a@b@c',
      'Eins\n\nZwei',
    ],
    ...[...'123456'].map((_, index) => 'line\n'.repeat(index * 5)),
  ),
);
const edits = fc.array(
  fc.constantFrom(...NAMES).chain((name) => {
    const { choices, control } = FIELDS[name];
    const values = choices ? fc.constantFrom(...Object.keys(choices)) : texts;
    return fc.tuple(
      fc.constantFrom('en', 'de', 'ar').map((language) => keyOf(name, language)),
      control === 'language' ? fc.constantFrom('en', 'de', 'ar') : values,
    );
  }),
);

describe('the draft of a branding', () => {
  it('changes what has a field and keeps the rest of a branding', () => {
    const draft = typed({
      accent: '#123456',
      radius: '8',
      header_style: 'plain',
      font: 'serif',
      agent: 'Iris',
      avatar: 'https://shop.example.com/b.png',
      'welcome.en': '',
      default_locale: 'de',
      'starters.de': 'Eins\n\nZwei',
      title: 'Desk',
      phone: '+44 20 7946 0000',
      email: 'help@example.com',
      'person.de': 'Ich möchte mit einem Menschen sprechen',
      'not_understood.de': 'Das habe ich nicht verstanden',
      route: 'tel:+14155552671',
      'consent.de': 'Wir speichern das Gespräch.',
      privacy: 'https://shop.example.com/privacy',
      terms: 'https://shop.example.com/terms',
      policies: 'composer',
    });
    expect(errorsOf(draft)).toEqual({});
    expect(parseBranding(brandingFile(brandingOf(BASE, draft)), 'brand.json')).toEqual({
      ok: true,
      value: {
        handoffReasons: { refund: { en: 'Refund' } },
        availability: {},
        widget: {
          header: { text: 'Desk', image: 'https://shop.example.com/a.png' },
          header_style: 'plain',
          default_locale: 'de',
          welcome: { de: 'Hallo' },
          starters: { de: ['Eins', 'Zwei'] },
          accent: '#123456',
          radius: 8,
          font: 'serif',
          agent: { name: 'Iris', avatar: 'https://shop.example.com/b.png' },
          help: {
            phone: 'tel:+44 20 7946 0000',
            email: 'mailto:help@example.com',
            not_understood: { de: ['Das habe ich nicht verstanden'] },
          },
          talk_to_a_person: { text: { de: 'Ich möchte mit einem Menschen sprechen' } },
          handoff_routes: { '*': { label: {}, url: 'tel:+14155552671' } },
          consent: { required: true, text: { de: 'Wir speichern das Gespräch.' } },
          policies: {
            privacy_url: 'https://shop.example.com/privacy',
            terms_url: 'https://shop.example.com/terms',
            place: 'composer',
          },
        },
      },
    });
  });

  it('writes opening hours and the first prompt as the relay reads them, and keeps further prompts', () => {
    const second = { text: { en: 'Second' }, when: {}, once: 'page' };
    const base = { ...BASE, prompts: [{ text: { en: 'First' }, when: { path: '/a' }, once: 'day' }, second] };
    const draft = typed(
      {
        'paused.de': 'Bis morgen',
        week: 'Mon 09:00-12:00, 13:00-17:00\n\nfri 22:00-02:00',
        hours_zone: 'Europe/Berlin',
        closed_on: '2026-12-25\n2026-12-26',
        outside: 'hide',
        'closed.en': 'Back {opens}.',
        'prompt.de': 'Hilfe?',
        'prompt_actions.en': 'Yes\nNo',
        prompt_path: '/shop',
        prompt_seconds: '20',
        prompt_scroll: '50',
        prompt_returning: 'false',
        prompt_once: 'session',
      },
      base,
    );
    expect(errorsOf(draft)).toEqual({});
    const file = brandingFile(brandingOf(base, draft));
    expect(parseBranding(file, 'brand.json')).toMatchObject({
      ok: true,
      value: {
        availability: {
          paused: { de: 'Bis morgen' },
          hours: {
            time_zone: 'Europe/Berlin',
            week: { mon: ['09:00-12:00', '13:00-17:00'], fri: ['22:00-02:00'] },
            closed_on: ['2026-12-25', '2026-12-26'],
            outside: 'hide',
            notice: { en: 'Back {opens}.' },
          },
        },
        widget: {
          launcher: {
            appears: 'later',
            prompts: [
              {
                text: { en: 'First', de: 'Hilfe?' },
                actions: { en: ['Yes', 'No'] },
                when: { path: '/shop', after_s: 20, scroll: 0.5, returning: false },
                once: 'session',
              },
              second,
            ],
          },
        },
      },
    });
    const shown = ['week', 'prompt_scroll', 'prompt_returning', 'prompt_once', 'closed_on'];
    expect(shown.map((key) => textOf(JSON.parse(file), {}, key))).toEqual([
      'mon 09:00-12:00 13:00-17:00\nfri 22:00-02:00',
      '50',
      'false',
      'session',
      '2026-12-25\n2026-12-26',
    ]);
    expect(fileOf({ 'prompt.en': '' }, base).prompts).toEqual([second]);
  });

  it('writes no hours without a day, which would close the chat, and no prompt without a text', () => {
    const file = fileOf({ 'closed.en': 'Closed', outside: 'hide', hours_zone: 'UTC', prompt_seconds: '5' });
    expect([file.availability, file.prompts]).toEqual([undefined, undefined]);
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(fileOf({ week: 'mon 09:00-17:00' }).availability.hours.time_zone).toBe(zone);
  });

  it('holds exactly the fields that were set, and no trace of an emptied one', () => {
    const bare: WidgetConfig = { header: { text: 'Chat' }, default_locale: 'en' };
    const set = typed({ avatar: 'https://a.example/', 'consent.en': 'Yes', route: 'tel:112' }, bare);
    const emptied = Object.keys(set).reduce<Draft>((draft, key) => withText(bare, draft, key, ''), set);
    expect([emptied, fileOf({ ...emptied, avatar: ' ' }, bare)]).toEqual([{}, bare]);
    expect(fileOf(typed({ phone: '', 'welcome.de': '' }))).toEqual({
      handoff_reasons: BASE.handoff_reasons,
      header: BASE.header,
      default_locale: 'en',
      welcome: { en: 'Hello' },
    });
  });

  it('makes a file that the relay accepts, whatever was typed', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const draft = typed(Object.fromEntries(changes));
        const parsed = parseBranding(brandingFile(brandingOf(BASE, draft)), 'brand.json');
        expect(parsed).toMatchObject({ ok: true });
      }),
      { numRuns: 500 },
    );
  });

  it('names what is wrong with a field, and finds nothing wrong at its bounds', () => {
    const faults = {
      title: ['', ' '],
      radius: ['-1', '41', 'x'],
      avatar: ['http://pictures.example/a.png', 'picture'],
      privacy: ['shop.example.com'],
      terms: ['javascript:alert(1)'],
      phone: ['12', 'call us'],
      email: ['help', 'a@b@c'],
      route: ['shop.example.com'],
      'starters.de': ['1\n2\n3\n4\n5\n6'],
      'not_understood.en': ['x\n'.repeat(21)],
      'paused.en': ['x'.repeat(501)],
      week: ['mon', 'monday 09:00-17:00', 'mon 9-17', 'mon 09:00-09:00'],
      hours_zone: ['Berlin'],
      closed_on: ['25.12.2026', '2026-02-30'],
      'prompt_actions.en': ['1\n2\n3\n4', 'x'.repeat(101)],
      prompt_path: ['shop'],
      prompt_seconds: ['-1', '3601', 'x'],
      prompt_scroll: ['101'],
    };
    for (const [key, wrong] of Object.entries(faults))
      for (const text of wrong)
        expect([key, text, Object.keys(errorsOf(typed({ [key]: text }))).length]).toEqual([key, text, 1]);
    expect(
      errorsOf(typed({ 'starters.en': '1\n2\n\n3\n4\n5\n', 'not_understood.en': 'x\n'.repeat(20) })),
    ).toEqual({});
  });

  it('keeps what was typed per language, even if it is wrong', () => {
    const draft = typed({
      avatar: 'http://pictures',
      'welcome.de': 'Guten Tag',
      default_locale: 'de',
      'welcome.fr': '',
    });
    const shown = [
      ...['avatar', 'welcome.de', 'welcome.en', 'default_locale', 'phone', 'policies', 'consent.en'],
    ].map((key) => textOf(BASE, draft, key));
    expect(shown).toEqual(['http://pictures', 'Guten Tag', 'Hello', 'de', '+1-415-555-2671', 'menu', '']);
    expect(typed({ ...draft, default_locale: 'en' })).toEqual({
      avatar: 'http://pictures',
      'welcome.de': 'Guten Tag',
    });
  });
});

describe('the draft in the address', () => {
  it('reads a draft from the address as it was written, beside other parameters', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const draft = typed(Object.fromEntries(changes));
        const query = withChanges(
          new URLSearchParams('way=npm&accent=%23000000&site=a'),
          draftChanges(new URLSearchParams('accent=1'), draft),
        );
        expect(draftIn(new URLSearchParams(String(query)), BASE)).toEqual(draft);
        expect([query.get('way'), query.get('site')]).toEqual(['npm', 'a']);
      }),
    );
  });

  it.each([
    ['other parameters', 'way=npm&page=https://a.example&range=24h'],
    ['words of no language', 'welcome=Hello&welcome.__proto__=1&welcome.constructor=1&welcome.en.gb=1'],
    ['a language of a field that has none', 'title.en=Desk'],
    ['names of every object', '__proto__=1&constructor=1&toString=1'],
    ['a choice that there is not', 'header_style=round&policies=top&default_locale=%22'],
    ['what the relay has', 'title=Chat&welcome.de=Hallo&phone=%2B1-415-555-2671'],
    ['more than fits', `title=Desk&welcome.en=${'x'.repeat(4_000)}`],
  ])('reads no draft from an address with %s', (_, query) => {
    expect(draftIn(new URLSearchParams(query), BASE)).toEqual({});
  });

  it('leaves a draft that is too long out of the address', () => {
    const draft = { title: 'Desk', 'welcome.ja': 'あ'.repeat(500) };
    expect(draftChanges(new URLSearchParams('title=Desk&way=npm'), draft)).toEqual({ title: null });
  });
});
