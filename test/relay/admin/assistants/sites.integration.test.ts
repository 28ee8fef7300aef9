import { expect, it } from 'vitest';
import { adminKeyNamed } from '../../../support/admin-key.ts';
import { noteSecrets } from '../../../support/secrets.ts';
import { hashOf } from '../../support/admin.ts';
import { useAssistant } from '../../support/assistant.ts';
import { BOOKS, TOYS, useTwoSites } from '../../support/two-sites.ts';

const startTwoSites = useTwoSites();
const connect = useAssistant();
const KEYS = { group: adminKeyNamed('group'), books: adminKeyNamed('books') };
noteSecrets(...Object.values(KEYS));

it('an assistant of several sites names the site, and one of a site reads that site only', async () => {
  const { relay } = await startTwoSites({
    env: { FOYER_ADMIN_KEYS: `group:read:${hashOf(KEYS.group)}`, FOYER_INSIGHTS: 'off' },
    books: { FOYER_ADMIN_KEYS: `desk:read:${hashOf(KEYS.books)}` },
  });
  const assistant = (key: keyof typeof KEYS) => connect(relay.url, { Authorization: `Bearer ${KEYS[key]}` });
  const [group, books] = [await assistant('group'), await assistant('books')];
  const { tools } = await group.client.listTools();
  expect(tools.filter(({ inputSchema }) => !inputSchema.properties?.['site'])).toEqual([]);
  const originsOf = async (...[site]: [string?]) =>
    (await group.read('getInstall', { site })).answer.allowed_origins;
  expect([
    await originsOf('books'),
    await originsOf('toys'),
    (await books.read('getInstall')).answer.allowed_origins,
  ]).toEqual([[BOOKS], [TOYS], [BOOKS]]);
  expect([
    (await group.ask('getInstall')).text,
    (await books.ask('getInstall', { site: 'toys' })).text,
  ]).toEqual([
    expect.stringContaining('site must be one of books, toys'),
    expect.stringContaining('The key may be used for site books'),
  ]);
});
