import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';

test.describe('when things go wrong', () => {
  test('a relay that is down at open is told in plain words, nothing typed is lost, and trying again works', async ({
    chat,
    page,
  }) => {
    let isDown = true;
    await page.route('**/chat/sessions', (route) =>
      isDown ? route.abort('connectionrefused') : route.continue(),
    );
    await chat.open();
    await chat.composer().fill('Is anybody there?');
    await expect(chat.host()).toHaveAttribute('data-connection', 'failed', { timeout: 15_000 });
    const banner = chat
      .panel()
      .getByRole('status')
      .filter({ has: page.getByRole('button', { name: 'Try again' }) });
    await expect(banner).toBeVisible();
    await expect(chat.composer()).toHaveValue('Is anybody there?');
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
  });

  test('a socket cut in the middle of an answer is healed: the rest arrives and nothing twice', async ({
    chat,
    demo,
  }) => {
    await chat.greeted();
    await chat.say('long 120');
    await expect(chat.streaming()).toHaveCount(1);
    await expect
      .poll(async () => (await chat.messages('agent').last().innerText()).length)
      .toBeGreaterThan(40);
    expect(demo.emulator.cutConnections()).toBe(1);
    await expect(chat.host()).toHaveAttribute('data-connection', 'reconnecting');
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    await expect(chat.streaming()).toHaveCount(0);
    const [session] = demo.emulator.sessions();
    const said = demo.emulator
      .journalOf(session ?? '')
      .flatMap((event) => (event.kind === 'agentMessageChunk' ? [event] : []))
      .filter((event, _, all) => event.messageId === all.at(-1)?.messageId)
      .map(({ text }) => text)
      .join('');
    const shown = await chat.messages('agent').last().innerText();
    const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
    expect(words(shown)).toContain(words(said));
    await expect(chat.messages('user')).toHaveCount(1);
  });

  test('words sent into a cut connection arrive once', async ({ chat, demo }) => {
    await chat.greeted();
    demo.emulator.cutConnections();
    await chat.say('Do you ship abroad?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent', { timeout: 15_000 });
    const [session] = demo.emulator.sessions();
    const stored = demo.emulator.journalOf(session ?? '').filter(({ kind }) => kind === 'userMessage');
    expect(stored.length).toBe(1);
  });

  test('blocked storage costs the memory of a reload and nothing else', async ({ chat, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await chat.greeted();
    await chat.say('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(2);
    await chat.choose('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
  });

  test('frames that cannot be read are skipped and the conversation goes on', async ({ chat, page }) => {
    let inject: (frame: string) => void = () => {};
    await page.routeWebSocket(/\/ws\?/, (socket) => {
      socket.connectToServer();
      inject = (frame) => socket.send(frame);
    });
    await chat.greeted();
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
    await chat.say('What are your opening hours?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    await expect(chat.messages('agent')).toHaveCount(3);
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  });

  test('a message over 128 KB is refused on the spot with the reason, and stays readable', async ({
    chat,
    demo,
  }) => {
    await chat.greeted();
    await chat.say('x'.repeat(140_000));
    const mine = chat.messages('user');
    await expect(mine).toHaveAttribute('data-delivery', 'failed');
    await expect(mine).toContainText(/too (long|large)/i);
    await expect(mine).toContainText('xxxx');
    await chat.say('Shorter');
    await expect(mine.last()).toHaveAttribute('data-delivery', 'sent');
    const [session] = demo.emulator.sessions();
    expect(demo.emulator.journalOf(session ?? '').filter(({ kind }) => kind === 'userMessage').length).toBe(
      1,
    );
  });

  test('a relay that answers with a web page is asked again, then said to be out of reach', async ({
    chat,
    page,
  }) => {
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
    await expect(chat.host()).toHaveAttribute('data-connection', 'failed', { timeout: 15_000 });
    await expect(chat.panel()).not.toContainText('login');
    expect(calls).toBe(4);
  });

  test('a page whose origin is not allowed is told so, without a retry that could not help', async ({
    page,
    demo,
  }) => {
    const foreign = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>Elsewhere</title><script src="${demo.relayUrl}/widget.js" async></script></html>`,
      );
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
    await page.getByRole('button', { name: /^Open chat/ }).click();
    await expect(page.locator('foyer-chat')).toHaveAttribute('data-connection', 'failed', {
      timeout: 15_000,
    });
    expect(demo.emulator.sessions().length).toBe(0);
    await new Promise((resolve) => foreign.close(resolve));
  });

  test('the strictest policy an embedding page can have is kept', async ({
    chat,
    complaints,
    page,
    demo,
    socket: carriedBy,
  }) => {
    const carrier = carriedBy === 'proxy' ? demo.relayUrl : demo.emulator.messagingUrl;
    const sockets = carrier.replace(/^http/, 'ws');
    const policy = `default-src 'none'; script-src ${demo.relayUrl}; connect-src ${demo.relayUrl} ${sockets}; style-src ${demo.relayUrl}; img-src https:; require-trusted-types-for 'script'`;
    // A page that no server sent is not on loopback to the browser, which asks before it reaches there.
    await page.context().grantPermissions(['local-network-access']);
    await page.route(chat.shop, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': policy },
        body: `<!doctype html><html lang="en"><title>Strict</title><body><script src="${demo.relayUrl}/widget.js" async></script></body></html>`,
      }),
    );
    await page.addInitScript(() => {
      const breaches: string[] = [];
      document.addEventListener('securitypolicyviolation', (it) =>
        breaches.push(`${it.violatedDirective} ${it.blockedURI}`),
      );
      Object.assign(window, { __breaches: breaches });
    });
    await chat.greeted();
    await chat.say('markdown');
    await expect(chat.messages('agent').last().locator('pre code')).toBeVisible();
    await chat.choose('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    const breaches = await page.evaluate(() => (window as unknown as { __breaches: string[] }).__breaches);
    // The embedded platform's pictures are plain http, which this policy rightly refuses; a real one's are https.
    const isPicture = (line: string) => line.includes('img-src') && line.includes(demo.emulator.messagingUrl);
    expect(breaches.filter((line) => !isPicture(line))).toEqual([]);
    complaints.splice(0, complaints.length, ...complaints.filter((line) => !isPicture(line)));
  });

  test('a session that expired keeps its words on screen and offers a new chat', async ({ chat, demo }) => {
    await chat.greeted();
    const [session] = demo.emulator.sessions();
    demo.emulator.expireSession(session ?? '');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
    await expect(chat.messages('agent')).toHaveCount(1);
    await chat.panel().getByRole('button', { name: 'Start new chat' }).first().click();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  });
});
