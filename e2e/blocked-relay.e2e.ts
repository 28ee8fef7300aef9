import { expect, test } from './fixtures.ts';

for (const [header, isEnforced] of [
  ['Content-Security-Policy', true],
  ['Content-Security-Policy-Report-Only', false],
] as const)
  test(`the console ${isEnforced ? 'names' : 'does not name'} a relay missing in connect-src of a ${header}`, {
    tag: ['@ci'],
  }, async ({ chat, page, pageErrors, demo }) => {
    const warnings: string[] = [];
    page.on('console', (line) => line.text().startsWith('foyer:') && warnings.push(line.text()));
    await page.route(chat.shop, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { [header]: `script-src ${demo.relayUrl}; connect-src 'self'` },
        body: `<!doctype html><html lang="en"><title>Blocked</title><script src="${demo.relayUrl}/widget.js" async></script></html>`,
      }),
    );
    await chat.open();
    await expect(chat.host()).toHaveAttribute('data-connection', isEnforced ? 'failed' : 'online');
    expect(warnings).toEqual(
      isEnforced
        ? [`foyer: this page's Content-Security-Policy blocks ${demo.relayUrl}: add it to connect-src`]
        : [],
    );
    // The browser reports each violation as well.
    pageErrors.length = 0;
  });

const pageWith = (relay: string, script: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><script>${script}</script><script src="${relay}/widget.js" async></script></html>`;

test('a chat starts on a page whose monitoring adds headers to every call', { tag: ['@ci'] }, async ({
  chat,
  page,
  demo,
}) => {
  // As Sentry and OpenTelemetry do it.
  const tracing = `
    const send = window.fetch;
    window.fetch = (input, init = {}) => {
      const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
      headers.set('sentry-trace', '0123456789abcdef0123456789abcdef-0123456789abcdef-1');
      headers.set('baggage', 'sentry-environment=production');
      headers.set('traceparent', '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01');
      return send(input, { ...init, headers });
    };`;
  await page.route(chat.shop, (route) =>
    route.fulfill({ contentType: 'text/html', body: pageWith(demo.relayUrl, tracing) }),
  );
  await chat.open();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
});

test('the console says what a proxy must pass on when the calls of an allowed page fail', {
  tag: ['@ci'],
}, async ({ chat, page, demo, pageErrors }) => {
  const warnings: string[] = [];
  page.on('console', (line) => line.text().startsWith('foyer:') && warnings.push(line.text()));
  await page.route(chat.shop, (route) =>
    route.fulfill({ contentType: 'text/html', body: pageWith(demo.relayUrl, '') }),
  );
  await page.route(`${demo.relayUrl}/chat/sessions`, (route) => route.abort());
  await chat.open();
  await expect
    .poll(() => warnings)
    .toEqual([
      `foyer: ${demo.relayUrl} allows this page, but a call to it failed: proxies must pass OPTIONS, POST and PUT`,
    ]);
  // The browser reports each call as well.
  pageErrors.length = 0;
});
