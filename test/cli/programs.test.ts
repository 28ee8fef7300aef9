import { describe, expect, it } from 'vitest';
import { mayInstall } from '../programs.mjs';

const QUIET = { args: [], env: {}, isContainer: false };

describe('mayInstall', () => {
  it.each([
    ['with --install', true, { ...QUIET, args: ['--install'] }, true],
    ['in CI', true, { ...QUIET, env: { CI: 'true' } }, true],
    ['for root on a Debian without a browser', false, { ...QUIET, isContainer: true }, true],
    ['for root on a Debian with a browser', true, { ...QUIET, isContainer: true }, false],
    ['for a user without a browser', false, QUIET, false],
  ])('decides whether system packages may be installed: %s', (_, hasBrowser, surroundings, isAllowed) => {
    expect(mayInstall(hasBrowser, surroundings)).toBe(isAllowed);
  });
});
