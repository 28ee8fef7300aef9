import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/protocol/codec.ts';
import { readWidgetConfig } from '../../../src/protocol/widget-config.ts';
import { unexpectedMarkup } from '../../support/corpus/unexpected-markup.ts';
import { shareOf } from '../../support/sizes.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message, notice } from '../support/scripted-chat.ts';

/** JSON in the shape of a virtual node (CVE-2026-22028), complete and incomplete. */
const node = fc.record(
  {
    type: fc.constantFrom('script', 'img', 'iframe', 'a', 'style'),
    props: fc.record(
      {
        src: fc.constant('x'),
        onerror: fc.constant('__pwned(1)'),
        href: fc.constant('javascript:__pwned(1)'),
        dangerouslySetInnerHTML: fc.constant({ __html: '<img src=x onerror=__pwned(1)>' }),
        children: fc.constantFrom<unknown>('__pwned(1)', [
          { type: 'script', props: { children: '__pwned(1)' } },
        ]),
      },
      { requiredKeys: [] },
    ),
    key: fc.constantFrom(null, 'k'),
    ref: fc.constant(null),
    constructor: fc.constantFrom<unknown>(null, '', 0, false, [], {}),
    __k: fc.constantFrom<unknown>(null, []),
    __v: fc.constantFrom<unknown>(0, 1, null),
    __b: fc.constantFrom(0, 1),
    __i: fc.constant(-1),
    $$typeof: fc.constantFrom('Symbol(react.element)', 60_103),
  },
  { requiredKeys: ['type', 'props'] },
);
const SHAPES = fc.sample(
  fc.oneof(
    node,
    fc.array(node, { minLength: 1, maxLength: 3 }),
    fc.record({ toString: node, length: fc.nat() }),
  ),
  { numRuns: shareOf(500), seed: 2_026 },
);

const FIELDS = ['text', 'message_id', 'agent_name', 'avatar_url', 'agent_id'];
const frameOf = (payload: object) =>
  JSON.stringify({ id: 'e', sequence: 1, type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', payload });

/** True if a value contains one of the shapes. */
const containsShape = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('props' in value || Object.hasOwn(value, 'toString') || Object.values(value).some(containsShape));

describe('JSON that looks like a virtual node', () => {
  it('S-26: the readers of text fields reject JSON that looks like a virtual node', () => {
    const accepted = SHAPES.flatMap((shape) => {
      const good = { message_id: 'm', text: 't' };
      const cards = [{ content_type: shape, content_url: shape, title: shape, preview_image_url: shape }];
      const payloads: object[] = [
        ...FIELDS.map((field) => ({ ...good, [field]: shape })),
        { ...good, attachments: [...cards, { ...cards[0], content_url: 'https://shop.example' }, shape] },
        {
          ...good,
          response_suggestions: [{ message_text: shape }, shape, { message_text: 'm', payload: shape }],
        },
        { ...good, chat_call_actions: [{ title: shape, contact_number: '112' }, { contact_number: shape }] },
        { ...good, attachments: shape, response_suggestions: shape, chat_call_actions: shape },
      ];
      return payloads.map((payload) => decode(frameOf(payload)).events).filter(containsShape);
    });
    expect(accepted).toEqual([]);
  });

  it('S-26: JSON that looks like a virtual node becomes no element in the views', () => {
    for (let at = 0; at < SHAPES.length; at += 50) {
      const { chat, config, update, screen } = showPanel();
      update(() => {
        for (const [index, shape] of SHAPES.slice(at, at + 50).entries()) {
          const it = shape as unknown as string;
          const id = `${at + index}`;
          chat.add(message({ id, author: 'user', text: it, person: { id, name: it } }));
          // Of the history, which is not announced: most of the shapes cannot be joined to a text.
          chat.add({ ...notice(`n${id}`, { notice: 'system', level: 'info', text: it }), at: 0 });
          config.value =
            readWidgetConfig(
              JSON.parse(
                JSON.stringify({ header: { text: 'Shop' }, default_locale: 'en', agent: { name: it } }),
              ),
            ) ?? null;
        }
      });
      expect(unexpectedMarkup(screen.getByRole('dialog'), [])).toEqual([]);
    }
  });

  it('S-26: no installed Preact renders JSON as a virtual node (10.26.5 to 10.28.1 do)', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const installed = Object.keys(packages).filter((path) => /(^|\/)node_modules\/preact$/.test(path));
    const isFixed = (path: string) => {
      const [major = 0, minor = 0, patch = 0] = packages[path].version.split('.').map(Number);
      return (major * 1_000 + minor) * 1_000 + patch >= 10_028_002;
    };
    expect([installed.length > 0, installed.filter((path) => !isFixed(path))]).toEqual([true, []]);
  });
});
