import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOrigin, ruleFor } from '../../src/relay/http/origins.ts';
import { describeIssue, parseConfig } from '../../src/relay/index.ts';

const HASH = 'ab'.repeat(31);
const FILE = 'foyer.config.json';
const SHARED = { FOYER_MESSAGING_URL: 'https://messaging.us-1.platform.example' };

type Entry = Record<string, unknown>;
const site = (name: string, more: Entry = {}): Entry => ({
  name,
  FOYER_CONNECTOR_TOKEN: `connector-token-of-${name}`,
  FOYER_HOST_IDENTIFIER: `${name}.example`,
  FOYER_ALLOWED_ORIGINS: `https://${name}.example`,
  ...more,
});

function parse(sites: unknown, env: Record<string, string> = {}, files: Record<string, string> = {}) {
  const all: Record<string, string> = { [FILE]: JSON.stringify({ sites }), ...files };
  return parseConfig(
    { ...SHARED, ...env },
    { read: (path) => (Object.hasOwn(all, path) ? all[path] : undefined) },
  );
}
function linesOf(...given: Parameters<typeof parse>): readonly string[] {
  const config = parse(...given);
  return config.ok ? [] : config.error.map(describeIssue);
}
function configOf(...given: Parameters<typeof parse>) {
  const config = parse(...given);
  if (!config.ok) throw new Error(config.error.map(describeIssue).join('\n'));
  return config.value;
}

describe('the sites of foyer.config.json', () => {
  it('refuses origins that a site gives twice', () => {
    expect(linesOf([site('books', { origins: ['https://books.example'] })])).toEqual([
      'books: origins is malformed; expected no value here, since FOYER_ALLOWED_ORIGINS has one',
    ]);
  });

  it('gives each site its own value, else the relay’s, else the default', () => {
    const { sites, adminKeys } = configOf(
      [
        site('books', {
          FOYER_DIALECT: 'service',
          FOYER_LIMIT_CREATE_PER_ADDRESS: 3,
          FOYER_ALLOWED_ORIGINS: undefined,
          origins: ['https://books.example', '*.books.example'],
          FOYER_CONNECTOR_TOKEN: undefined,
          FOYER_CONNECTOR_TOKEN_FILE: '/run/books',
          FOYER_ADMIN_KEYS: `desk:read:${HASH}01`,
          FOYER_PUBLIC_URL: 'https://chat.books.example',
          FOYER_WIDGET_CONFIG: 'books.json',
        }),
        site('toys'),
      ],
      { FOYER_DIALECT: 'poly', FOYER_CHUNK_JOIN: 'space', FOYER_ADMIN_KEYS: `group:read:${HASH}02` },
      {
        '/run/books': 'token-from-a-file\n',
        'books.json': '{"header": {"text": "Books"}, "default_locale": "fr"}',
      },
    );
    const told = sites.map((it) => ({
      name: it.name,
      messagingUrl: it.messagingUrl,
      connectorToken: it.connectorToken,
      origins: it.allowedOrigins.length,
      dialect: it.dialect,
      chunkJoin: it.chunkJoin,
      create: it.limits.createByAddress,
      publicUrl: it.publicUrl,
      header: it.widget.header.text,
    }));
    expect({ told, keys: adminKeys.map(({ name, site: of }) => [name, of]) }).toEqual({
      told: [
        {
          name: 'books',
          messagingUrl: SHARED.FOYER_MESSAGING_URL,
          connectorToken: 'token-from-a-file',
          origins: 2,
          dialect: 'service',
          chunkJoin: 'space',
          create: 3,
          publicUrl: 'https://chat.books.example',
          header: 'Books',
        },
        {
          name: 'toys',
          messagingUrl: SHARED.FOYER_MESSAGING_URL,
          connectorToken: 'connector-token-of-toys',
          origins: 1,
          dialect: 'poly',
          chunkJoin: 'space',
          create: 10,
          publicUrl: undefined,
          header: 'Chat with us',
        },
      ],
      keys: [
        ['group', undefined],
        ['desk', 'books'],
      ],
    });
  });

  it.each([
    ['FOYER_CONNECTOR_TOKEN', 'CNRY-connector-token'],
    ['FOYER_ALLOWED_ORIGINS', 'https://shop.example'],
    ['FOYER_WEBHOOK_SECRETS', 'alerts:CNRY-webhook-secret'],
  ])('refuses %s in the environment, because no site would get it', (key, value) => {
    expect(linesOf([site('books')], { [key]: value })).toEqual([
      `${key} is malformed; expected no value here, since each of the sites has its own`,
    ]);
  });

  it('names the site of each issue, and says all of them at once', () => {
    const lines = linesOf([
      site('books', { FOYER_CONNECTOR_TOKEN: 'short', FOYER_DIALEKT: 'poly', FOYER_PORT: 1 }),
      site('toys', { FOYER_BASE_URL: 'https://api.us.platform.example', FOYER_WIDGET_CONFIG: 'no.json' }),
      site('Books'),
      site('toys'),
      {},
    ]);
    expect(lines).toEqual([
      'books: FOYER_PORT is malformed; expected no value here: all sites share the value of the relay',
      'books: FOYER_DIALEKT is unknown; expected FOYER_DIALECT or another documented key',
      'books: FOYER_CONNECTOR_TOKEN is malformed; expected the connector token, printable ASCII without spaces, at least 16 characters',
      'toys: FOYER_BASE_API_KEY is missing; expected the API key of the base host, printable ASCII without spaces, since FOYER_BASE_URL is set',
      'toys: FOYER_WIDGET_CONFIG is malformed; expected the path of a readable JSON file',
      'site 3: name is malformed; expected a unique name of up to 32 lower-case letters, digits and hyphens',
      'site 4: name is malformed; expected a unique name of up to 32 lower-case letters, digits and hyphens',
      'site 5: name is missing; expected a unique name of up to 32 lower-case letters, digits and hyphens',
    ]);
  });

  it.each([{}, [], [1], [{ name: {} }], null, 'books'])('refuses the sites %j', (sites) => {
    expect(linesOf(sites)).toEqual([
      'foyer.config.json: sites is malformed; expected a list of sites, each an object with name, origins and FOYER_ keys whose values are strings, numbers or lists of strings',
    ]);
  });

  it('takes what stands beside the sites as their defaults', () => {
    const file = {
      FOYER_DIALECT: 'poly',
      sites: [site('books'), site('toys', { FOYER_DIALECT: 'service' })],
    };
    const { sites } = configOf([], {}, { [FILE]: JSON.stringify(file) });
    expect(sites.map(({ dialect }) => dialect)).toEqual(['poly', 'service']);
  });

  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://shop.a.example', '*.a.example'],
    ['*.a.example', 'https://shop.a.example:443'],
    ['*.a.example', '*.eu.a.example'],
  ])('refuses %s of one site beside %s of another, and names both', (one, other) => {
    const origins = (origin: string) => ({ FOYER_ALLOWED_ORIGINS: ['https://own.example', origin] });
    const [first, second] = [
      site('books', origins(one)),
      site('toys', { FOYER_ALLOWED_ORIGINS: ['https://toys.example', other] }),
    ];
    expect(linesOf([first, second])).toEqual([
      'toys: FOYER_ALLOWED_ORIGINS is malformed; expected origins that site books does not have: a page belongs to one site',
    ]);
  });

  it('refuses an admin key of two sites, and a site’s key that is one of the relay’s', () => {
    const key = (name: string) => ({ FOYER_ADMIN_KEYS: `${name}:read:${HASH}01` });
    expect(linesOf([site('books', key('b')), site('toys', key('t'))], key('group'))).toEqual([
      'books: FOYER_ADMIN_KEYS is malformed; expected keys that the relay does not have: b is also one of its keys',
      'toys: FOYER_ADMIN_KEYS is malformed; expected keys that the relay does not have: t is also one of its keys',
      'toys: FOYER_ADMIN_KEYS is malformed; expected keys that site books does not have: t is also one of its keys',
    ]);
  });

  it('accepts origins exactly when no page belongs to two sites', () => {
    const label = fc.constantFrom('a', 'b', 'shop');
    const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((it) => [...it, 'example'].join('.'));
    const origin = fc
      .tuple(fc.boolean(), host)
      .map(([isWildcard, name]) => (isWildcard ? `*.${name}` : `https://${name}`));
    // All hosts that the origins above can match, to the depth at which they differ.
    const labels = ['a', 'b', 'shop'];
    const deeper = (hosts: readonly string[]) => hosts.flatMap((it) => labels.map((own) => `${own}.${it}`));
    const one = deeper(['example']);
    const two = deeper(one);
    const three = deeper(two);
    const pages = [...one, ...two, ...three, ...deeper(three)].map((it) => `https://${it}`);
    function ruleOf(text: string) {
      const rule = parseOrigin(text);
      if (!rule.ok) throw new Error(text);
      return rule.value;
    }
    fc.assert(
      fc.property(
        fc.array(fc.array(origin, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 }),
        (all) => {
          const names = all.map((_, index) => `s${index}`);
          const config = parse(
            all.map((origins, i) => site(names[i] ?? '', { FOYER_ALLOWED_ORIGINS: origins })),
          );
          const rules = all.map((origins) => origins.map(ruleOf));
          const isShared = pages.some(
            (page) => rules.filter((its) => ruleFor(its, page) !== undefined).length > 1,
          );
          expect(config.ok).toBe(!isShared);
        },
      ),
      { numRuns: 100 },
    );
  });
});
