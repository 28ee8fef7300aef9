import { afterEach, describe, expect, it, vi } from 'vitest';
import { findBrowser, findWebKitDriver } from '../../e2e/browser.mjs';

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

describe('findWebKitDriver', () => {
  it('returns the driver of FOYER_WEBKIT_DRIVER', () => {
    vi.stubEnv('FOYER_WEBKIT_DRIVER', process.execPath);
    expect(findWebKitDriver()).toBe(process.execPath);
  });

  it('returns no other driver when that of FOYER_WEBKIT_DRIVER does not exist', () => {
    vi.stubEnv('FOYER_WEBKIT_DRIVER', '/nowhere/driver');
    expect(findWebKitDriver()).toBeUndefined();
  });
});
