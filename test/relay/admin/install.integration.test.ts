import { describe, expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';

const open = useBench();

const read = (bench: Bench, page?: string) =>
  bench.call(`/admin/v1/install${page === undefined ? '' : `?page=${encodeURIComponent(page)}`}`, as('read'));

describe('the data for an installation of the widget', () => {
  it('tells the policy, the allowed origins and the branding', async () => {
    const bench = await open({
      env: {
        ...ADMIN_ENV,
        FOYER_ALLOWED_ORIGINS: 'https://shop.example.com,*.partner.example',
        FOYER_MESSAGING_URL: 'https://messaging.example.com/path',
        FOYER_PUBLIC_URL: 'https://relay.example.com',
      },
    });
    expect((await read(bench)).json).toEqual({
      relay_url: 'https://relay.example.com',
      allowed_origins: ['https://shop.example.com', 'https://*.partner.example'],
      connect_src: ['wss://messaging.example.com'],
      page: null,
      branding: JSON.stringify(DEFAULT_WIDGET_CONFIG),
    });
  });

  it('tells only the address of the relay where sockets go through it', async () => {
    const bench = await open({ env: { ...ADMIN_ENV, FOYER_SOCKET: 'proxy' } });
    expect((await read(bench)).json).toMatchObject({ relay_url: null, connect_src: [] });
  });

  it.each([
    ['https://shop.example.com/help?a=1', { origin: 'https://shop.example.com', is_allowed: true }],
    ['https://Shop.Example.com:443/', { origin: 'https://shop.example.com', is_allowed: true }],
    ['https://a.partner.example', { origin: 'https://a.partner.example', is_allowed: true }],
    ['https://partner.example', { origin: 'https://partner.example', is_allowed: false }],
    ['http://shop.example.com', { origin: 'http://shop.example.com', is_allowed: false }],
    [
      'https://shop.example.com.evil.example',
      { origin: 'https://shop.example.com.evil.example', is_allowed: false },
    ],
  ])('tells if %s is allowed', async (page, expected) => {
    const bench = await open({
      env: { ...ADMIN_ENV, FOYER_ALLOWED_ORIGINS: 'https://shop.example.com,*.partner.example' },
    });
    expect((await read(bench, page)).json).toMatchObject({ page: expected });
  });

  it('shows the whole telephone number of the branding, even to a key without the scope pii', async () => {
    const branding = { ...DEFAULT_WIDGET_CONFIG, help: { phone: 'tel:+14155552671' } };
    const bench = await open({
      env: ADMIN_ENV,
      config: { widget: branding },
    });
    expect((await read(bench)).json).toMatchObject({ branding: JSON.stringify(branding) });
  });

  it('refuses a text that is no address of a page', async () => {
    const bench = await open({ env: ADMIN_ENV });
    for (const page of ['shop.example.com', 'javascript:alert(1)', ''])
      expect((await read(bench, page)).status).toBe(400);
  });
});
