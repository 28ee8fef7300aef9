import { describe, expect, it } from 'vitest';
import { aptCommands, mayInstall } from '../programs.mjs';

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

describe('aptCommands', () => {
  it('installs one package quietly and upgrades none', () => {
    expect(aptCommands('chromium')).toEqual([
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-qq', '-y', '--no-upgrade', 'chromium'],
    ]);
  });
});
