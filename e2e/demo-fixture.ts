import { isDeepStrictEqual } from 'node:util';
import { test as base } from 'playwright/test';
import type { Demo, DemoOptions } from '../src/cli/demo.ts';
import type { Dialect } from '../src/protocol/dialect.ts';
import { noteSecrets } from '../test/support/secrets.ts';

/** Module of the built demo. */
const built = new URL('../dist/node/demo.js', import.meta.url).href;

/** Pace of the agent's answers, in which many words come in each frame. */
export const FAST = { wordMs: 1, thinkingMs: 5 };

export interface DemoFixtures {
  readonly demoOptions: DemoOptions;
  /** Socket mode: `direct` to the platform, or `proxy` through the relay. The suite runs with both. */
  readonly socket: NonNullable<DemoOptions['socket']>;
  /** Dialect that the platform speaks, and the relay's setting. */
  readonly dialects: { readonly platform: Dialect; readonly relay: NonNullable<DemoOptions['dialect']> };
  /** Shared by the tests of a worker that have the same options. A test with the tag `@own-demo` has one of its own. */
  readonly demo: Demo;
}

/** Demos of a worker, each on its own ports. */
interface Demos {
  /** Starts a demo that the caller closes. */
  start(options: DemoOptions): Promise<Demo>;
  /** A running demo with these options; else starts one, and closes the one that has not been asked for the longest. */
  share(options: DemoOptions): Promise<Demo>;
}

/** Demos that a worker keeps: one with days of conversations takes five seconds to start, and little to keep. */
const MAX_SHARED = 3;

async function start(options: DemoOptions): Promise<Demo> {
  const { startDemo } = (await import(built)) as typeof import('../src/cli/demo.ts');
  const demo = await startDemo(options);
  const { connectorToken, baseKey, platformKey, outboundToken } = demo.emulator;
  noteSecrets(demo.adminKey, connectorToken, baseKey, platformKey, outboundToken);
  return demo;
}

interface WorkerFixtures {
  readonly demos: Demos;
  /** Origin of the gallery. Here, because tests with other fixtures of a worker need a worker of their own. */
  readonly gallery: string;
}

export const test = base.extend<DemoFixtures, WorkerFixtures>({
  demos: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what the fixture needs.
    async ({}, use) => {
      let shared: { readonly options: DemoOptions; readonly demo: Demo }[] = [];
      await use({
        start,
        async share(options) {
          const running = shared.find((it) => isDeepStrictEqual(it.options, options));
          const found = running ?? { options, demo: await start(options) };
          shared = [...shared.filter((it) => it !== running), found];
          if (shared.length > MAX_SHARED) await shared.shift()?.demo.close();
          return found.demo;
        },
      });
      for (const { demo } of shared) await demo.close();
    },
    { scope: 'worker' },
  ],
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const { startGallery } = await import('./gallery-server.ts');
      const { url, close } = await startGallery();
      await use(url);
      await close();
    },
    { scope: 'worker' },
  ],
  page: async ({ page, browser }, use, info) => {
    await use(page);
    if (info.status === info.expectedStatus) return;
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const [at, each] of pages.entries())
      await each.screenshot({ path: info.outputPath(`failed-${at + 1}.png`) });
  },
  demoOptions: [{ emulator: { pace: FAST }, logLevel: 'silent' }, { option: true }],
  socket: ['direct', { option: true }],
  dialects: [{ platform: 'service', relay: 'auto' }, { option: true }],
  demo: async ({ demoOptions, socket, dialects, demos }, use, { tags }) => {
    const hasPast = demoOptions.isAlive || demoOptions.emulator?.conversations !== undefined;
    const options: DemoOptions = {
      socket,
      dialect: dialects.relay,
      ...demoOptions,
      // Without conversations there is nothing to collect, but its rollups take most of the time of a demo's start.
      settings: { ...(!hasPast && { FOYER_INSIGHTS: 'off' }), ...demoOptions.settings },
      emulator: { dialect: dialects.platform, ...demoOptions.emulator },
    };
    if (!tags.includes('@own-demo')) return use(await demos.share(options));
    const demo = await demos.start(options);
    await use(demo);
    await demo.close();
  },
});
