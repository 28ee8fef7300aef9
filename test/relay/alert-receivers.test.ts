import { describe, expect, it } from 'vitest';
import { alertReceivers } from '../../src/relay/config/alert-notify.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const read = (value: string) => alertReceivers.schema.safeParse(value).data;

describe('FOYER_ALERT_NOTIFY_URL', () => {
  it('reads several receivers, and takes the secret of json out of its address', () => {
    expect(
      read(`slack:https://hooks.slack.com/services/a, json:https://x.example.com/y?z=1#${SECRET}`),
    ).toEqual([
      { kind: 'slack', url: 'https://hooks.slack.com/services/a', secret: undefined },
      { kind: 'json', url: 'https://x.example.com/y?z=1', secret: new Uint8Array(32).fill(7) },
    ]);
  });

  it.each([
    ['no kind', 'https://hooks.slack.com/a'],
    ['an unknown kind', 'mail:https://hooks.slack.com/a'],
    ['plain http', 'slack:http://hooks.slack.com/a'],
    ['a private address', 'slack:https://10.0.0.7/a'],
    ['an internal name', 'slack:https://chat.internal/a'],
    ['credentials', 'slack:https://a:b@hooks.slack.com/a'],
    ['json without a secret', 'json:https://x.example.com/y'],
    ['json with a short secret', 'json:https://x.example.com/y#whsec_YWJj'],
    ['a secret that is not used', `slack:https://hooks.slack.com/a#${SECRET}`],
  ])('refuses %s', (_, value) => {
    expect(read(value)).toBeUndefined();
  });
});
