import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, bearer } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const open = useBench();
const SESSION = '/console/session';

async function signIn({ call }: Bench) {
  const key = bearer('read').Authorization.replace('Bearer ', '');
  const answer = await call(SESSION, { origin: null, method: 'POST', body: { key } });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function ask({ call }: Bench, cookie: string) {
  const answer = await call(SESSION, { origin: null, headers: { Cookie: cookie } });
  return { status: answer.status, csrf: (answer.json as { csrf?: string }).csrf ?? '' };
}

async function signOut({ call }: Bench, cookie: string, csrf: string, query = '') {
  const headers = { Cookie: cookie, 'X-CSRF-Token': csrf };
  return (await call(SESSION + query, { origin: null, method: 'DELETE', headers })).status;
}

if (hasRedis) {
  describe('two relays on one Redis', () => {
    it('S-118: two relays on one Redis share the sessions of the console and their ends', async () => {
      const redis = await startRedis();
      const env = { ...ADMIN_ENV, FOYER_STORE_URL: redis.url };
      const [one, other] = [await open({ env }), await open({ env })];
      const [first, second, third] = [await signIn(one), await signIn(one), await signIn(other)];
      const [atOne, atOther] = [await ask(one, first), await ask(other, first)];

      const here = await signOut(other, first, atOther.csrf);
      const afterHere = [await ask(one, first), await ask(one, second), await ask(one, third)];
      const everywhere = await signOut(one, second, afterHere[1]?.csrf ?? '', '?everywhere=true');
      const afterAll = [await ask(other, second), await ask(other, third)];
      await redis.stop();

      expect([atOne, here, everywhere]).toEqual([{ status: 200, csrf: atOther.csrf }, 204, 204]);
      expect(afterHere.map(({ status }) => status)).toEqual([401, 200, 200]);
      expect(afterAll.map(({ status }) => status)).toEqual([401, 401]);
    });
  });
}
