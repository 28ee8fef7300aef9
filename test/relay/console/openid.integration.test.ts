import { afterEach, describe, expect, it } from 'vitest';
import { noteSecrets } from '../../support/secrets.ts';
import { ADMIN_ENV } from '../support/admin.ts';
import { type Answer, type Bench, useBench } from '../support/bench.ts';
import { CLIENT, type OidcProvider, openOidcProvider } from '../support/oidc-provider.ts';

noteSecrets(CLIENT.secret);
const open = useBench();
const HOUR_MS = 3_600_000;
const ADA = { sub: 'u-1', email: 'Ada@example.com', email_verified: true };
const ACCESS = 'group:chat-ops:read+write,email:ada@example.com:pii,email:@oak.example:read';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

const envFor = (issuer: string, access = ACCESS) => ({
  ...ADMIN_ENV,
  FOYER_OIDC_ISSUER: issuer,
  FOYER_OIDC_CLIENT_ID: CLIENT.id,
  FOYER_OIDC_CLIENT_SECRET: CLIENT.secret,
  FOYER_OIDC_REDIRECT_URL: 'https://console.example.com/console/oidc',
  FOYER_OIDC_ACCESS: access,
});

async function openBoth(person: Record<string, unknown> = ADA, access = ACCESS) {
  const provider = await openOidcProvider();
  closings.push(provider.close);
  provider.person = person;
  return { provider, bench: await open({ env: envFor(provider.issuer, access) }) };
}

/** The cookies that an answer sets, as a browser sends them back. */
const cookiesOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .map((it) => it.split(';')[0] ?? '')
    .filter((it) => !it.endsWith('='))
    .join('; ');
const locationOf = (answer: Answer): string => answer.headers.get('location') ?? '';

async function begin({ call }: Bench, to = '') {
  const answer = await call(`/console/oidc/start${to && `?${new URLSearchParams({ to })}`}`, {
    origin: null,
  });
  return { answer, location: locationOf(answer), Cookie: cookiesOf(answer) };
}
const finish = ({ call }: Bench, { search }: URL, Cookie: string) =>
  call(`/console/oidc${search}`, { origin: null, headers: { Cookie } });

async function signIn(bench: Bench, provider: OidcProvider, to?: string) {
  const { location, Cookie } = await begin(bench, to);
  const answer = await finish(bench, await provider.signIn(location), Cookie);
  return { answer, goesTo: locationOf(answer), Cookie: cookiesOf(answer) };
}
const session = async ({ call }: Bench, Cookie: string) =>
  call('/console/session', { origin: null, headers: { Cookie } });

describe('S-127: a person whom an OpenID provider signs in', () => {
  it('grants the scopes of a person’s groups and verified address, under that name', async () => {
    const { bench, provider } = await openBoth({ ...ADA, groups: ['chat-ops', 'others'] });
    const { answer, goesTo, Cookie } = await signIn(bench, provider);
    expect([answer.status, goesTo, answer.headers.get('cache-control')]).toEqual([
      302,
      '/console',
      'no-store',
    ]);
    const read = await session(bench, Cookie);
    expect(read.json).toEqual({
      name: 'ada@example.com',
      scopes: ['read', 'write', 'pii'],
      places: [{ site: '', project: null, time_zone: 'UTC', handoff_reasons: [] }],
      csrf: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { csrf } = read.json as { csrf: string };
    const change = (token: string) =>
      bench.call('/admin/v1/behavior/lint', {
        method: 'POST',
        origin: null,
        headers: { Cookie, 'X-CSRF-Token': token },
        body: { behavior: '' },
      });
    expect([(await change(csrf)).status, (await change('')).status]).toEqual([200, 403]);
    expect(
      bench
        .records()
        .filter(({ audit }) => audit)
        .map(({ audit, who, outcome }) => [audit, who, outcome]),
    ).toEqual([
      ['signIn', 'ada@example.com', 204],
      ['lintBehavior', 'ada@example.com', 200],
      ['lintBehavior', 'ada@example.com', 'not-of-console'],
    ]);
  });

  it('signs in with a code challenge, a state and a nonce, kept in the browser for ten minutes', async () => {
    const { bench, provider } = await openBoth();
    const { answer, location } = await begin(bench);
    const { origin, pathname, searchParams } = new URL(location);
    const random = expect.stringMatching(/^[\w-]{43}$/);
    expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([
      `${provider.issuer}/authorize`,
      {
        response_type: 'code',
        client_id: CLIENT.id,
        redirect_uri: 'https://console.example.com/console/oidc',
        scope: 'openid email profile',
        state: random,
        nonce: random,
        code_challenge: random,
        code_challenge_method: 'S256',
      },
    ]);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-foyer-oidc-[\w-]{16}=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  it.each([
    ['openid email profile groups', ['openid', 'groups'], 'group:chat-ops:read'],
    ['openid email profile', ['openid', 'email'], 'group:chat-ops:read'],
    ['openid email profile', ['openid', 'groups'], 'email:ada@example.com:read'],
  ])(
    'a sign-in asks for the scopes %s at a provider that has %j, with the rules %s',
    async (asked, scopes, rules) => {
      const { bench, provider } = await openBoth(ADA, rules);
      provider.scopes = scopes;
      const { location } = await begin(bench);
      expect(new URL(location).searchParams.get('scope')).toBe(asked);
    },
  );

  it.each([
    ['an address that was not verified', { ...ADA, email_verified: false }],
    ['an address without a word about it', { sub: 'u-1', email: ADA.email }],
    ['another address', { ...ADA, email: 'ben@example.com' }],
    ['an address that ends like one of the domain', { ...ADA, email: 'ada@not-oak.example' }],
    ['two addresses in one', { ...ADA, email: 'ada@example.com,eve@oak.example' }],
    ['an address with a name', { ...ADA, email: 'ada <ada@oak.example' }],
    ['an address with two signs', { ...ADA, email: 'ada@example.com@oak.example' }],
    ['an address in other letters', { ...ADA, email: 'аda@oak.example' }],
    ['another group', { sub: 'u-1', groups: ['chat-ops-2'] }],
    ['a group within another', { sub: 'u-1', groups: ['/others/chat-ops'] }],
    ['groups in one text', { sub: 'u-1', groups: 'others,chat-ops' }],
    ['groups in another claim', { sub: 'u-1', roles: ['chat-ops'] }],
  ])('refuses the console to a person with %s', async (_, person) => {
    const { bench, provider } = await openBoth(person);
    const { goesTo, Cookie } = await signIn(bench, provider);
    expect([goesTo, Cookie]).toEqual(['/console?sign_in=forbidden', '']);
  });

  it.each([
    ['an address that is verified in words', { ...ADA, email_verified: 'true' }, ['pii']],
    ['one group as a text', { sub: 'u-1', groups: 'chat-ops' }, ['read', 'write']],
    ['a number among the groups', { sub: 'u-1', groups: [17, 'chat-ops', null] }, ['read', 'write']],
    ['a group with its path', { sub: 'u-1', groups: ['/chat-ops'] }, ['read', 'write']],
  ])('admits a person to the console with %s', async (_, person, scopes) => {
    const { bench, provider } = await openBoth(person);
    expect((await session(bench, (await signIn(bench, provider)).Cookie)).json).toMatchObject({ scopes });
  });

  it.each(['roles', 'cognito:groups', 'https://oak.example/groups'])(
    'grants the scopes of the groups in the configured claim: %s',
    async (claim) => {
      const provider = await openOidcProvider();
      closings.push(provider.close);
      provider.person = { sub: 'u-1', [claim]: ['chat-ops'] };
      const bench = await open({ env: { ...envFor(provider.issuer), FOYER_OIDC_GROUPS_CLAIM: claim } });
      expect((await session(bench, (await signIn(bench, provider)).Cookie)).json).toMatchObject({
        scopes: ['read', 'write'],
      });
    },
  );

  it('tells the operator what the ID token of a refused person lacks', async () => {
    const { bench, provider } = await openBoth({ ...ADA, email_verified: false });
    await signIn(bench, provider);
    provider.person = { ...ADA, email: 'ben@example.com', groups: ['others'] };
    await signIn(bench, provider);
    expect(bench.records().flatMap(({ token }) => token ?? [])).toEqual([
      'it has no "groups", its "email_verified" is not true',
      'no rule names one of the 1 groups of its "groups", no rule names its "email"',
    ]);
  });

  it('leads back to each of the two pages where sign-ins began', async () => {
    const { bench, provider } = await openBoth();
    const [one, other] = [await begin(bench, '/console/alerts'), await begin(bench, '/console/calls')];
    const both = `${one.Cookie}; ${other.Cookie}`;
    const back = async ({ location }: typeof one) =>
      locationOf(await finish(bench, await provider.signIn(location), both));
    expect([await back(other), await back(one)]).toEqual(['/console/calls', '/console/alerts']);
  });

  it('leaves no more than four cookies of sign-ins that were not finished', async () => {
    const { bench } = await openBoth();
    const kept: string[] = [];
    for (let nth = 0; nth < 4; nth++) kept.push((await begin(bench)).Cookie);
    const answer = await bench.call('/console/oidc/start', {
      origin: null,
      headers: { Cookie: kept.join('; ') },
    });
    const set = answer.headers.getSetCookie();
    expect(set.filter((it) => it.includes('Max-Age=0')).map((it) => it.split('=')[0])).toEqual(
      kept.map((it) => it.split('=')[0]),
    );
    expect(set).toHaveLength(5);
  });

  it('S-131: rejects a cookie that a neighbour has written', async () => {
    const { bench, provider } = await openBoth();
    const { location, Cookie } = await begin(bench);
    const [name = '', value = ''] = Cookie.split('=');
    const [kept = '', signature = ''] = value.split('.');
    const flow = JSON.parse(Buffer.from(kept, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...flow, to: 'https://evil.example/' })).toString('base64url');
    const found: Record<string, string> = {};
    for (const [what, cookie] of Object.entries({
      changed: `${name}=${other}.${signature}`,
      unsigned: `${name}=${other}`,
      twice: `${Cookie}; ${Cookie}`,
      otherName: `\xa0${Cookie}`,
    }))
      found[what] = locationOf(await finish(bench, await provider.signIn(location), cookie));
    const failed = '/console?sign_in=failed';
    expect(found).toEqual({ changed: failed, unsigned: failed, twice: failed, otherName: failed });
  });

  it('grants the scopes of a domain, and names a person without a verified address by the provider', async () => {
    const { bench, provider } = await openBoth({ ...ADA, email: 'ben@oak.example' });
    const ben = await session(bench, (await signIn(bench, provider)).Cookie);
    provider.person = { sub: 'ops', groups: ['chat-ops'] };
    const other = await session(bench, (await signIn(bench, provider)).Cookie);
    expect([ben.json, other.json]).toMatchObject([
      { name: 'ben@oak.example', scopes: ['read'] },
      { name: `ops@${new URL(provider.issuer).host}`, scopes: ['read', 'write'] },
    ]);
  });

  it('rejects the answer for another browser, a used one, and a changed one', async () => {
    const { bench, provider } = await openBoth();
    const [one, other] = [await begin(bench), await begin(bench)];
    const back = await provider.signIn(one.location);
    const found = {
      otherBrowser: locationOf(await finish(bench, back, other.Cookie)),
      noBrowser: locationOf(await finish(bench, back, '')),
      right: locationOf(await finish(bench, back, one.Cookie)),
      again: locationOf(await finish(bench, back, one.Cookie)),
      nothing: locationOf(await finish(bench, new URL('https://console.example.com/'), one.Cookie)),
      refused: locationOf(
        await finish(bench, new URL('https://console.example.com/?error=access_denied'), one.Cookie),
      ),
    };
    const failed = '/console?sign_in=failed';
    expect(found).toEqual({
      otherBrowser: failed,
      noBrowser: failed,
      right: '/console',
      again: failed,
      nothing: failed,
      refused: failed,
    });
  });

  it.each([
    ['of another sign-in', { nonce: 'another' }],
    ['for another program', { aud: 'another' }],
    ['of another provider', { iss: 'https://other.example' }],
    ['that has expired', { exp: 1 }],
  ])('rejects an ID token %s', async (_, claims) => {
    const { bench, provider } = await openBoth();
    provider.alter = (it) => ({ ...it, ...claims });
    expect((await signIn(bench, provider)).goesTo).toBe('/console?sign_in=failed');
  });

  it.each([
    ['an address of the console', '/console/alerts?from=1&to=2', '/console/alerts?from=1&to=2'],
    ['another host', '//evil.example', '/console'],
    ['another origin', 'https://evil.example/console', '/console'],
    ['dot segments', '/console/../admin', '/console'],
    ['a backslash', '/console\\@evil.example', '/console'],
    ['a longer name', '/consoles', '/console'],
    ['2,000 characters', `/console?${'x'.repeat(2_000)}`, '/console'],
  ])('S-46: a sign-in for %s leads into the console', async (_, to, goesTo) => {
    const { bench, provider } = await openBoth();
    expect((await signIn(bench, provider, to)).goesTo).toBe(goesTo);
  });

  it('ends the session after twelve hours, on sign-out, and when the settings change', async () => {
    const { bench, provider } = await openBoth();
    const [one, two] = [await signIn(bench, provider), await signIn(bench, provider)];
    const signOut = async (Cookie: string, query = '') => {
      const { csrf } = (await session(bench, Cookie)).json as { csrf: string };
      const headers = { Cookie, 'X-CSRF-Token': csrf };
      return (await bench.call(`/console/session${query}`, { method: 'DELETE', origin: null, headers }))
        .status;
    };
    const status = async (Cookie: string, at = bench) => (await session(at, Cookie)).status;
    expect(await signOut(one.Cookie)).toBe(204);
    expect([await status(one.Cookie), await status(two.Cookie)]).toEqual([401, 200]);
    const three = await signIn(bench, provider);
    await signOut(two.Cookie, '?everywhere=true');
    expect([await status(two.Cookie), await status(three.Cookie)]).toEqual([401, 401]);
    const four = await signIn(bench, provider);
    const narrower = await open({ env: envFor(provider.issuer, 'email:ada@example.com:read') });
    expect([await status(four.Cookie), await status(four.Cookie, narrower)]).toEqual([200, 401]);
    // The fourth began a moment after the end of all.
    bench.clock.advance(12 * HOUR_MS + 2);
    expect(await status(four.Cookie)).toBe(401);
  });

  it('tells when the provider cannot be reached, and allows twenty attempts a minute', async () => {
    const { bench, provider } = await openBoth();
    provider.close();
    const locations: string[] = [];
    for (let nth = 0; nth < 20; nth++) locations.push((await begin(bench)).location);
    expect(new Set(locations)).toEqual(new Set(['/console?sign_in=unreachable']));
    expect((await begin(bench)).answer.status).toBe(429);
  });
});
