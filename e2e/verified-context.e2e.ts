import { contextToken } from '../test/support/context-token.ts';
import { noteSecrets } from '../test/support/secrets.ts';
import { FAST } from './demo-fixture.ts';
import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';

const KEY = 'CNRY-key-of-the-site';

test.use({ demoOptions: { emulator: { pace: FAST, contextKey: KEY }, logLevel: 'silent' } });

test('M-7.10: the page says who the visitor is before the agent joins', { tag: '@socket' }, async ({
  demo,
  page,
  visit,
}) => {
  // The site's own server.
  await page.exposeFunction('signContext', (contextId: string) => {
    const iat = Math.floor(Date.now() / 1_000);
    const token = contextToken(KEY, { sub: contextId, iat, exp: iat + 30, ctx: { name: 'Ada' } });
    noteSecrets(token);
    return token;
  });
  // Before the script has loaded.
  await page.addInitScript(() => {
    type Signing = typeof window & { signContext(contextId: string): Promise<string> };
    const outcomes: unknown[] = [];
    const listen = (detail: unknown) => outcomes.push(detail);
    Object.assign(window, {
      outcomes,
      Foyer: [
        ['on', 'context', listen],
        [
          'onContextRequired',
          ({ contextId }: { contextId: string }) => (window as Signing).signContext(contextId),
        ],
      ],
    });
  });
  const chat = await visit();
  await chat.launcher().click();
  await expect(chat.messages('agent').first()).toBeVisible();
  const [sessionId = ''] = demo.emulator.sessions();
  expect([
    await page.evaluate(() => (window as unknown as { outcomes: unknown[] }).outcomes),
    demo.emulator.contextOf(sessionId),
  ]).toEqual([[{ sessionId, outcome: 'accepted' }], { name: 'Ada' }]);
});
