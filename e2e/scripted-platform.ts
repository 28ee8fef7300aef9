import { createTestPlatform, type TestPlatform } from '../src/testing/index.ts';
import { routePlatform } from '../src/testing/playwright.ts';
import type { ChatPage } from './fixtures.ts';

/** Replaces the demo's relay and platform for a page. The agent has joined; the test sends everything else. */
export async function replacePlatform({ page, relay }: ChatPage): Promise<TestPlatform> {
  const history = [{ kind: 'agentJoined', person: { name: 'Iris' } }] as const;
  const platform = createTestPlatform({ relay, history });
  await routePlatform(page, platform);
  return platform;
}
