import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';
import { injectFault } from './platform-faults.ts';
import { createTestServers } from './test-servers.ts';

test.describe('failures', () => {
  test('a relay that is down is reported, keeps the draft, and can be tried again', {
    tag: '@own-demo',
  }, async ({ chat, page }) => {
    let isDown = true;
    await page.route('**/chat/sessions', (route) =>
      isDown ? route.abort('connectionrefused') : route.continue(),
    );
    await chat.open();
    await chat.composer().fill('Is anybody there?');
    await expect(chat.host()).toHaveAttribute('data-connection', 'failed');
    const banner = chat
      .panel()
      .getByRole('status')
      .filter({ has: page.getByRole('button', { name: 'Retry' }) });
    await expect(banner).toBeVisible();
    await expect(chat.composer()).toHaveValue('Is anybody there?');
    isDown = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
  });

  test('a socket that is cut during an answer reconnects, and the rest arrives once', {
    tag: ['@socket', '@own-demo'],
  }, async ({ chat, demo }) => {
    await chat.openWithGreeting();
    await injectFault(demo, {
      on: 'frames-down',
      do: 'cut',
      kinds: ['AGENT_MESSAGE_CHUNK'],
      every: 40,
      count: 1,
    });
    await chat.send('long 120');
    await expect.poll(() => chat.connectionStates()).toContain('reconnecting');
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    const [session] = demo.emulator.sessions();
    const sentText = demo.emulator
      .journalOf(session ?? '')
      .flatMap((event) => (event.kind === 'agentMessageChunk' ? [event] : []))
      .filter((event, _, all) => event.messageId === all.at(-1)?.messageId)
      .map(({ text }) => text)
      .join('');
    const normalized = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
    const shown = async () => normalized(await chat.messages('agent').last().innerText());
    await expect.poll(shown).toContain(normalized(sentText));
    await expect(chat.messages('user')).toHaveCount(1);
  });

  test('a message that is sent into a cut connection arrives once', {
    tag: ['@socket', '@own-demo'],
  }, async ({ chat, demo }) => {
    await chat.openWithGreeting();
    demo.emulator.terminateConnections();
    await chat.send('Do you ship abroad?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    const [session] = demo.emulator.sessions();
    const stored = demo.emulator.journalOf(session ?? '').filter(({ kind }) => kind === 'userMessage');
    expect(stored.length).toBe(1);
  });

  test('a conversation works with blocked storage', { tag: ['@ci', '@own-demo'] }, async ({ chat, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await chat.openWithGreeting();
    await chat.send('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.chooseMenuItem('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
  });

  test('unreadable frames are skipped', { tag: ['@ci', '@own-demo'] }, async ({ chat, page }) => {
    let inject: (frame: string) => void = () => {};
    await page.routeWebSocket(/\/ws\?/, (socket) => {
      socket.connectToServer();
      inject = (frame) => socket.send(frame);
    });
    await chat.openWithGreeting();
    for (const frame of [
      '%% not json {{{',
      '',
      '[]',
      JSON.stringify({ type: 'EVENT_TYPE_FROM_THE_FUTURE', payload: {} }),
      JSON.stringify({ type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', payload: { message_id: 7, text: {} } }),
      JSON.stringify({ type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', payload: null }),
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    ]) {
      inject(frame);
    }
    inject(
      JSON.stringify({
        id: 'big',
        sequence: null,
        timestamp: new Date().toISOString(),
        type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
        payload: { message_id: 'big', text: 'wide '.repeat(30_000) },
      }),
    );
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.send('What are your opening hours?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    await expect(chat.messages('agent')).toHaveCount(3);
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  });

  test('a message over 128 KB fails at once with a reason, and stays readable', {
    tag: ['@ci', '@own-demo'],
  }, async ({ chat, demo, page }) => {
    await chat.openWithGreeting();
    // By the API: the composer keeps a text that is too long.
    await page.evaluate("Foyer.send('x'.repeat(140_000))");
    const messages = chat.messages('user');
    await expect(messages).toHaveAttribute('data-delivery', 'failed');
    await expect(messages).toContainText(/too (long|large)/i);
    await expect(messages).toContainText('xxxx');
    await chat.send('Shorter');
    await expect(messages.last()).toHaveAttribute('data-delivery', 'sent');
    const [session] = demo.emulator.sessions();
    expect(demo.emulator.journalOf(session ?? '').filter(({ kind }) => kind === 'userMessage').length).toBe(
      1,
    );
  });

  test('a relay that answers with HTML is called four times, then reported as unreachable', {
    tag: ['@ci', '@own-demo'],
  }, async ({ chat, page }) => {
    let calls = 0;
    await page.route('**/chat/sessions', (route) => {
      calls += 1;
      return route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: '<html><h1>login</h1></html>',
        headers: {
          'Access-Control-Allow-Origin': new URL(page.url()).origin,
          'Access-Control-Allow-Credentials': 'true',
        },
      });
    });
    await chat.open();
    await expect(chat.host()).toHaveAttribute('data-connection', 'failed');
    await expect(chat.panel()).not.toContainText('login');
    expect(calls).toBe(4);
  });

  test('a page whose origin is not allowed gets an error without retries, and the console names the remedy', {
    tag: '@own-demo',
  }, async ({ page, demo }) => {
    const warnings: string[] = [];
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
    const requests: string[] = [];
    page.on('request', (request) => {
      const { origin: host, pathname } = new URL(request.url());
      if (host === demo.relayUrl && pathname.startsWith('/chat/') && request.method() !== 'OPTIONS')
        requests.push(pathname);
    });
    const foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>Elsewhere</title><script src="${demo.relayUrl}/widget.js" data-postion="bottom-left" async></script></html>`,
      );
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
    await page.goto(origin);
    await page.getByRole('button', { name: /^Open chat/ }).click();
    await expect(page.locator('foyer-chat')).toHaveAttribute('data-connection', 'failed');
    await expect(page.getByRole('status').filter({ hasText: 'available on this page' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    // The call that was refused, and the question whether it was.
    expect(requests).toEqual(['/chat/sessions', '/chat/origin-check']);
    expect(demo.emulator.sessions().length).toBe(0);
    await expect
      .poll(() => warnings.toSorted())
      .toEqual([
        `foyer: ${demo.relayUrl} refuses this page: add ${origin} to FOYER_ALLOWED_ORIGINS`,
        'foyer: options are ignored: postion="bottom-left" is unknown; did you mean position?',
      ]);
    await new Promise((resolve) => foreign.close(resolve));
  });

  test('a page with the npm package whose origin is not allowed gets the error at once', {
    tag: ['@ci', '@own-demo'],
  }, async ({ page, demo }) => {
    const { site, close } = createTestServers(demo, '');
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
    const origin = await site(
      () =>
        `<!doctype html><html lang="en"><title>Elsewhere</title><script type="module">
          import { mount } from '/foyer-chat/index.js';
          mount({ relay: '${demo.relayUrl}' }).open();
        </script></html>`,
    );
    const warning = page.waitForEvent('console', (line) => line.text().includes('FOYER_ALLOWED_ORIGINS'));
    await page.goto(origin);
    await expect(page.getByRole('status').filter({ hasText: 'available on this page' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    expect((await warning).text()).toBe(
      `foyer: ${demo.relayUrl} refuses this page: add ${origin} to FOYER_ALLOWED_ORIGINS`,
    );
    // One each: there is no retry after a refusal.
    expect(failed).toEqual(['/chat/config', '/chat/sessions']);
    await close();
  });

  test('the widget works under the strictest content security policy', {
    tag: ['@socket', '@own-demo'],
  }, async ({ chat, pageErrors, page, demo, socket: socketMode }) => {
    const socketHost = socketMode === 'proxy' ? demo.relayUrl : demo.emulator.messagingUrl;
    const sockets = socketHost.replace(/^http/, 'ws');
    const policy = `default-src 'none'; script-src ${demo.relayUrl}; connect-src ${demo.relayUrl} ${sockets}; style-src ${demo.relayUrl}; img-src https:; require-trusted-types-for 'script'`;
    await page.route(chat.shop, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': policy },
        body: `<!doctype html><html lang="en"><title>Strict</title><body><script src="${demo.relayUrl}/widget.js" async></script></body></html>`,
      }),
    );
    await page.addInitScript(() => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
      Object.assign(window, { __violations: violations });
    });
    await chat.openWithGreeting();
    await chat.send('markdown');
    await expect(chat.messages('agent').last().locator('pre code')).toBeVisible();
    await chat.chooseMenuItem('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    const violations = await page.evaluate(
      () => (window as unknown as { __violations: string[] }).__violations,
    );
    // The embedded platform serves images over http, which this policy blocks. A real platform uses https.
    const isPicture = (line: string) => line.includes('img-src') && line.includes(demo.emulator.messagingUrl);
    expect(violations.filter((line) => !isPicture(line))).toEqual([]);
    pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((line) => !isPicture(line)));
  });

  test('an expired session keeps its messages on screen and offers a new chat', {
    tag: ['@socket', '@own-demo'],
  }, async ({ chat, demo }) => {
    await chat.openWithGreeting();
    const [session] = demo.emulator.sessions();
    demo.emulator.expireSession(session ?? '');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(chat.messages('agent')).toHaveCount(1);
    await chat.panel().getByRole('button', { name: 'Start new chat' }).first().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  });
});
