import { expect, it } from 'vitest';
import { deviceTypeOf } from '../../src/relay/upstream/device-type.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0';

it.each([
  ['desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  ['desktop', 'curl/8.0'],
  ['mobile', `Mozilla/5.0 (Linux; Android 15; K) ${CHROME} Mobile Safari/537.36`],
  [
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
  ],
  ['tablet', `Mozilla/5.0 (Linux; Android 15; K) ${CHROME} Safari/537.36`],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1'],
  ['tablet', 'Mozilla/5.0 (Android 15; Tablet; rv:150.0) Gecko/150.0 Firefox/150.0'],
  [undefined, null],
] as const)('M-14.7: the device type %s is read from the User-Agent %s', (expected, userAgent) => {
  expect(deviceTypeOf(userAgent)).toBe(expected);
});
