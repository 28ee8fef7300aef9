import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from '../../e2e/browser.mjs';

afterEach(() => vi.unstubAllEnvs());

describe('findBrowser', () => {
  it('takes the one that FOYER_CHROMIUM names', () => {
    vi.stubEnv('FOYER_CHROMIUM', process.execPath);
    expect(findBrowser()).toBe(process.execPath);
  });

  it('takes no other one when the named one is not there', () => {
    vi.stubEnv('FOYER_CHROMIUM', '/nowhere/chromium');
    expect(findBrowser()).toBeUndefined();
  });
});
