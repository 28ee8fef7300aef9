import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinWebhooks } from '../../src/console/pages/alerts/delivery/join-webhooks.ts';

const all = fc.uniqueArray(fc.nat(100_000), { minLength: 1, maxLength: 40 }).map((times) =>
  times
    .toSorted((one, other) => other - one)
    .map((at) => ({
      time: new Date(at).toISOString(),
      name: 'alerts',
      id: `evt_${at}`,
      type: 'alerts.triggered',
      signedWith: 'current' as const,
      body: {},
    })),
);

it('joins overlapping pages of received webhooks, each webhook once and the newest first', () => {
  fc.assert(
    fc.property(all, fc.nat(40), fc.nat(40), (webhooks, end, begin) => {
      const [newest, earlier] = [
        webhooks.slice(0, Math.max(end, begin)),
        webhooks.slice(Math.min(end, begin)),
      ];
      expect(joinWebhooks(earlier, newest)).toEqual(webhooks);
      expect(joinWebhooks(newest, earlier)).toEqual(webhooks);
    }),
  );
});
