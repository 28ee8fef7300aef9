import { writeFile } from 'node:fs/promises';
import { expect, type TestInfo } from 'playwright/test';
import type { DemoOptions } from '../../src/cli/demo.ts';
import { test as demoTest, FAST } from '../demo-fixture.ts';
import type { Engine } from './engine-page.ts';
import { createPlaywrightEngine } from './playwright-engine.ts';
import { type Site, startSite } from './site.ts';
import { createVisitor, type Visitor } from './visitor.ts';
import { startWebKitEngine } from './webkit-engine.ts';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** Does a step of the journey. A failure begins with the name of the step. */
export type Step = (name: string, run: () => Promise<void>) => Promise<void>;

interface EngineFixtures {
  /** Additions to the branding of the relay. */
  readonly branding: NonNullable<DemoOptions['branding']>;
  readonly site: Site;
  readonly visitor: Visitor;
  readonly step: Step;
}

interface EngineWorkerFixtures {
  readonly engineName: EngineName;
  readonly engine: Engine;
}

export const test = demoTest.extend<EngineFixtures, EngineWorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, playwright }, use) => {
      const engine =
        engineName === 'webkit'
          ? await startWebKitEngine()
          : createPlaywrightEngine(await playwright[engineName].launch());
      await use(engine);
      await engine.quit();
    },
    { scope: 'worker' },
  ],
  branding: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.close();
  },
  demoOptions: async ({ site, branding }, use) => {
    await use({ emulator: { pace: FAST }, logLevel: 'silent', branding, origins: site.origins });
  },
  visitor: async ({ engine }, use, testInfo) => {
    const page = await engine.open();
    await use(createVisitor(page));
    await attachScreenshot(testInfo, page.screenshot);
    await engine.closeWindows();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  step: async ({}, use) => {
    await use((name, run) => test.step(name, () => withName(name, run)));
  },
});

async function attachScreenshot(testInfo: TestInfo, screenshot: () => Promise<Buffer>) {
  if (testInfo.status === testInfo.expectedStatus) return;
  const path = testInfo.outputPath('screenshot.png');
  await writeFile(path, await screenshot());
  await testInfo.attach('screenshot', { path, contentType: 'image/png' });
}

async function withName(name: string, run: () => Promise<void>) {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error) error.message = `step “${name}”: ${error.message}`;
    throw error;
  }
}

export { expect };
