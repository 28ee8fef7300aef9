import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from '../../e2e/browser.mjs';

afterEach(() => vi.unstubAllEnvs());

describe('findBrowser', () => {
  it('returns the browser of FOYER_CHROMIUM', () => {
    vi.stubEnv('FOYER_CHROMIUM', process.execPath);
    expect(findBrowser()).toBe(process.execPath);
  });

  it('returns no other browser when that of FOYER_CHROMIUM does not exist', () => {
    vi.stubEnv('FOYER_CHROMIUM', '/nowhere/chromium');
    expect(findBrowser()).toBeUndefined();
  });
});
