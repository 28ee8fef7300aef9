import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startReferencePlatform } from '../support/reference-platform/start-reference-platform.ts';

/** The reference platform notices what its reference does not name. e2e/reference-platform.e2e.ts relies on it. */

const JSON_TYPE = { 'Content-Type': 'application/json' };

async function open() {
  const platform = await startReferencePlatform('poly');
  const post = async (path: string, headers: Record<string, string>, body: unknown) => {
    const response = await fetch(`${platform.url}${path}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify(body),
    });
    return [response.status, (await response.json()) as Record<string, string>] as const;
  };
  const ours = { 'X-Token': platform.connectorToken, 'X-Host': platform.hostIdentifier };
  return { platform, post, ours };
}

describe('the reference platform', () => {
  it.each([
    ['a header of a visitor', { Origin: 'https://shop.example' }, {}, /the header origin/],
    ['a body', {}, { platform: 'web' }, /a body other than/],
  ])('records %s in a call for a token', async (_, headers, body, violation) => {
    const { platform, post, ours } = await open();
    await post('/api/v1/access-token', { ...ours, ...headers }, body);
    await platform.close();
    expect(platform.violations).toEqual([expect.stringMatching(violation)]);
  });

  it('records nothing of calls that the reference names, and refuses as it says', async () => {
    const { platform, post, ours } = await open();
    const [, { access_token = '' }] = await post('/api/v1/access-token', ours, {});
    const Authorization = `Bearer ${access_token}`;
    const answers = [
      await post('/api/v1/access-token', { 'X-Host': 'shop.example' }, {}),
      await post('/api/v1/access-token', { ...ours, 'X-Token': 'other' }, {}),
      await post('/api/v1/access-token', { ...ours, 'X-Host': 'other.example' }, {}),
      await post('/api/v1/sessions', {}, {}),
      await post('/api/v1/sessions', { Authorization: 'Basic x' }, {}),
      await post('/api/v1/sessions', { Authorization: 'Bearer x' }, {}),
      await post('/api/v1/sessions', { Authorization }, { streaming_enabled: true, platform: 'web' }),
    ];
    await platform.close();
    expect([answers.map(([status]) => status), platform.violations]).toEqual([
      [401, 401, 401, 400, 401, 401, 200],
      [],
    ]);
  });

  it.each([
    ['the other dialect', { type: 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', payload: {} }],
    ['an id', { id: '1', type: 'EVENT_TYPE_HEARTBEAT', payload: {} }],
    ['an unknown field', { type: 'EVENT_TYPE_HEARTBEAT', payload: { at: 1 } }],
    [
      'metadata that is no text',
      { type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata: { custom: { a: 1 } } },
    ],
  ])('refuses a frame with %s and records it', async (_, frame) => {
    const { platform, post, ours } = await open();
    const [, { access_token = '' }] = await post('/api/v1/access-token', ours, {});
    const [, { session_id = '' }] = await post(
      '/api/v1/sessions',
      { Authorization: `Bearer ${access_token}` },
      {},
    );
    const query = new URLSearchParams({ session_id, access_token });
    const socket = new WebSocket(`${platform.url.replace('http', 'ws')}/ws?${query}`);
    const frames: { readonly type: string }[] = [];
    await new Promise<void>((told) => {
      socket.on('open', () => socket.send(JSON.stringify(frame)));
      socket.on('message', (content) => {
        frames.push(JSON.parse(content.toString()) as { readonly type: string });
        if (frames.length === 2) told();
      });
    });
    await platform.close();
    expect([frames.map(({ type }) => type), platform.violations.length]).toEqual([
      ['EVENT_TYPE_EVENT_BATCH', 'EVENT_TYPE_SYSTEM_MESSAGE'],
      1,
    ]);
  });
});
