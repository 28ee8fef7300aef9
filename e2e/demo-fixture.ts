import { test as base } from 'playwright/test';
import type { Demo, DemoOptions } from '../src/cli/demo.ts';
import type { Dialect } from '../src/protocol/dialect.ts';
import { noteSecrets } from '../test/support/secrets.ts';

/** Module of the built demo. Each test starts a demo on its own ports. */
const built = new URL('../dist/node/demo.js', import.meta.url).href;

/** Pace of the agent's answers, in which many words come in each frame. */
export const FAST = { wordMs: 1, thinkingMs: 5 };

export interface DemoFixtures {
  readonly demoOptions: DemoOptions;
  /** Socket mode: `direct` to the platform, or `proxy` through the relay. The suite runs with both. */
  readonly socket: NonNullable<DemoOptions['socket']>;
  /** Dialect that the platform speaks, and the relay's setting. */
  readonly dialects: { readonly platform: Dialect; readonly relay: NonNullable<DemoOptions['dialect']> };
  readonly demo: Demo;
}

export const test = base.extend<DemoFixtures>({
  demoOptions: [{ emulator: { pace: FAST }, logLevel: 'silent' }, { option: true }],
  socket: ['direct', { option: true }],
  dialects: [{ platform: 'service', relay: 'auto' }, { option: true }],
  demo: async ({ demoOptions, socket, dialects }, use) => {
    const { startDemo } = (await import(built)) as typeof import('../src/cli/demo.ts');
    const demo = await startDemo({
      socket,
      dialect: dialects.relay,
      ...demoOptions,
      emulator: { dialect: dialects.platform, ...demoOptions.emulator },
    });
    const { connectorToken, baseKey, platformKey, outboundToken } = demo.emulator;
    noteSecrets(demo.adminKey, connectorToken, baseKey, platformKey, outboundToken);
    await use(demo);
    await demo.close();
  },
});
