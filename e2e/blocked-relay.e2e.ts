import { expect, test } from './fixtures.ts';

for (const [header, isEnforced] of [
  ['Content-Security-Policy', true],
  ['Content-Security-Policy-Report-Only', false],
] as const)
  test(`the console ${isEnforced ? 'names' : 'does not name'} a relay that a ${header} leaves out of connect-src`, {
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
