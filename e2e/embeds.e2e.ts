import type { FrameLocator, Page } from 'playwright/test';
import { expect } from './fixtures.ts';
import { footprint } from './footprint.ts';
import { test } from './packed.ts';

// In one worker, so that the package is packed once.
test.describe.configure({ mode: 'default' });

function openSockets(page: Page): () => number {
  let open = 0;
  page.on('websocket', (socket) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  return () => open;
}

test.describe('the packed package', () => {
  for (const app of ['preact-app', 'react-app'] as const) {
    test(`the packed package has complete types for the ${app} @full`, ({ packed }) => {
      expect(packed.typeErrors(app)).toBe('');
    });
  }
});

test.describe('the example pages', () => {
  test('the example pages load without a failing request or an error', async ({ page, demo }) => {
    const failures: string[] = [];
    page.on(
      'response',
      (event) => event.status() >= 400 && failures.push(`${event.status()} ${event.url()}`),
    );
    page.on('requestfailed', (event) => {
      // The next page cancels what the last one still loads.
      const reason = event.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') failures.push(`${reason} ${event.url()}`);
    });
    page.on('console', (line) => line.type() === 'error' && failures.push(line.text()));
    for (const path of ['', 'plain/', 'help-centre/', 'preact-app/', 'react-app/', '../shop/']) {
      await page.goto(new URL(path, `${demo.siteUrl}/examples/`).href);
      if (path !== '') await expect(page.locator('foyer-chat, iframe#chat').first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect([path, failures]).toEqual([path, []]);
    }
  });
});

test.describe('the script tag', () => {
  test('the script tag is enough for a conversation', async ({ chat, page, demo }) => {
    await page.goto(`${demo.siteUrl}/examples/plain/`);
    await chat.launcher().click();
    await expect(chat.suggestions().first()).toBeVisible();
    await chat.send('What are your opening hours?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    await expect(chat.messages('agent')).toHaveCount(2);
  });
});

test.describe('the Preact component', () => {
  test('the Preact component shows a conversation, emits events, and restores the page on unmount', {
    tag: '@own-demo',
  }, async ({ chat, page, demo }) => {
    const sockets = openSockets(page);
    const checkbox = page.getByRole('checkbox', { name: 'Chat on this page' });
    await page.goto(`${demo.siteUrl}/examples/preact-app/`);
    await expect(chat.launcher()).toBeVisible();
    await checkbox.uncheck();
    await expect(chat.host()).toHaveCount(0);
    const before = await footprint(page);

    await checkbox.check();
    await page.getByRole('button', { name: 'Where is my order LO-4471?' }).click();
    await expect(chat.messages('user')).toHaveText(/Where is my order LO-4471\?/);
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    await expect(page.locator('.last')).toContainText('on its way');
    expect(sockets()).toBe(1);

    await checkbox.uncheck();
    await expect(chat.host()).toHaveCount(0);
    await expect.poll(sockets).toBe(0);
    expect(await footprint(page)).toEqual(before);
  });
});

test.describe('the React component', () => {
  test('the React component shows one inline conversation in strict mode', { tag: '@own-demo' }, async ({
    chat,
    page,
    demo,
  }) => {
    const sockets = openSockets(page);
    await page.goto(`${demo.siteUrl}/examples/react-app/`);
    await expect(page.locator('aside.chat foyer-chat')).toHaveCount(1);
    await expect(page.getByText('The chat is online.')).toBeVisible();
    await page.getByRole('radio', { name: 'Walnut' }).check({ force: true });
    await page.getByRole('button', { name: 'Ask about this lamp' }).click();
    await expect(chat.messages('user')).toHaveText(/a lamp in walnut and linen/);
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.launcher()).toBeHidden();
    expect([demo.emulator.sessions().length, sockets()]).toEqual([1, 1]);
  });

  test('the React component changes its language, unmounts, and continues after the next mount', {
    tag: '@own-demo',
  }, async ({ chat, page, demo }) => {
    await page.goto(`${demo.siteUrl}/examples/react-app/`);
    await expect(page.getByText('The chat is online.')).toBeVisible();
    await expect(chat.suggestions().first()).toBeVisible();
    await chat.send('What are your opening hours?');
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.streaming()).toHaveCount(0);
    await chat.composer().evaluate((element) => element.setAttribute('data-before', ''));
    await page.getByRole('combobox', { name: 'Language of the chat' }).selectOption('de');
    await expect(chat.panel()).toHaveAttribute('lang', 'de');
    await expect(chat.host().locator('[data-before]')).toHaveCount(1);
    await expect(chat.messages('agent')).toHaveCount(2);

    await page.getByRole('button', { name: 'Put the chat away' }).click();
    await expect(chat.host()).toHaveCount(0);
    await page.getByRole('button', { name: 'Talk it through' }).click();
    await expect(chat.messages('agent')).toHaveCount(2);
    await expect(chat.messages('user')).toHaveText(/opening hours/);
    expect(demo.emulator.sessions().length).toBe(1);
  });
});

const inFrame = (frame: FrameLocator) => ({
  host: frame.locator('foyer-chat'),
  panel: frame.getByRole('dialog'),
  user: frame.locator('[data-author="user"]'),
  agent: frame.locator('[data-author="agent"]'),
  suggestions: frame.getByRole('group', { name: 'Suggested replies' }).getByRole('button'),
});

test.describe('the iframe', () => {
  test('the iframe shows a conversation, emits events, and runs commands of the page', {
    tag: '@own-demo',
  }, async ({ page, demo }) => {
    const chat = inFrame(page.frameLocator('#chat'));
    const eventItems = (name: string) =>
      page.locator('#events li', { has: page.getByText(name, { exact: true }) });
    await page.goto(`${demo.siteUrl}/examples/help-centre/`);
    await expect(chat.host).toHaveAttribute('data-connection', 'online');
    await expect(chat.suggestions.first()).toBeVisible();
    await expect(eventItems('session-start')).toHaveCount(1);

    await page.getByRole('button', { name: 'How long does delivery take?' }).click();
    await expect(chat.user).toHaveText(/How long does delivery take/);
    await expect(chat.agent).toHaveCount(2);
    await expect(eventItems('message').filter({ hasText: 'working days' })).toHaveCount(1);

    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(chat.panel).toHaveAttribute('lang', 'de');
    await page.getByRole('combobox', { name: 'Colour' }).selectOption('Ink');
    await expect(chat.host).toHaveAttribute('style', /--foyer-accent: #2b4a8b/);

    await page.getByRole('button', { name: 'Hide the chat' }).click();
    await expect(page.locator('#chat')).toBeHidden();
    await page.getByRole('button', { name: 'Show the chat' }).click();
    await expect(chat.user).toHaveText(/How long does delivery take/);

    await page.getByRole('button', { name: 'Start anew' }).click();
    await expect(chat.user).toHaveCount(0);
    await expect(eventItems('session-end')).toHaveCount(1);
    await expect(eventItems('session-start')).toHaveCount(2);
    expect(demo.emulator.sessions().length).toBe(2);
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  });

  test('the iframe continues the conversation after a reload', { tag: '@own-demo' }, async ({
    page,
    demo,
  }) => {
    const chat = inFrame(page.frameLocator('#chat'));
    await page.goto(`${demo.siteUrl}/examples/help-centre/`);
    await expect(chat.suggestions.first()).toBeVisible();
    await page.getByRole('button', { name: 'When are you open?' }).click();
    await expect(chat.agent).toHaveCount(2);
    await page.reload();
    await expect(chat.user).toHaveText(/opening hours/);
    expect(demo.emulator.sessions().length).toBe(1);
  });

  test('the iframe runs commands that were sent before it had loaded', async ({ page, demo }) => {
    await page.goto(`${demo.siteUrl}/examples/help-centre/`);
    await page.evaluate(async (relay) => {
      const { connectFrame } = (await import(
        `${location.origin}/foyer-chat/frame.js`
      )) as typeof import('../src/embed/frame-client.ts');
      const old = document.querySelector('#chat') as HTMLIFrameElement;
      const fresh = document.createElement('iframe');
      fresh.id = 'chat';
      fresh.title = 'Chat';
      fresh.src = `${relay}/frame`;
      old.replaceWith(fresh);
      connectFrame(fresh).send('Said at once');
    }, demo.relayUrl);
    const chat = inFrame(page.frameLocator('#chat'));
    await expect(chat.user).toHaveText(/Said at once/);
    await expect(chat.agent).toHaveCount(2);
  });

  test('S-40: the iframe is shown neither in a page that is not allowed nor inside one', {
    tag: '@ci',
  }, async ({ context, servers }) => {
    let relay = '';
    const framing = () => `<iframe src="${relay}/frame" title="Chat"></iframe>`;
    const allowed = await servers.site(framing);
    const foreign = await servers.site(framing);
    const around = await servers.site(() => `<iframe src="${allowed}" title="Around"></iframe>`);
    relay = await servers.relay(allowed);

    const page = await context.newPage();
    const refusals: string[] = [];
    page.on('console', (line) => line.text().includes('frame-ancestors') && refusals.push(line.text()));
    /** True if the chat's frame is shown, and the number of refusals of the browser. */
    const outcome = async () => [(await page.frames().at(-1)?.title()) === 'Chat with us', refusals.length];
    for (const [url, expected] of [
      [allowed, [true, 0]],
      [foreign, [false, 1]],
      [around, [false, 1]],
    ] as const) {
      refusals.length = 0;
      await page.goto(url);
      await expect.poll(outcome).toEqual(expected);
    }
  });

  test('the iframe and its page ignore messages of other windows and invalid messages', {
    tag: '@ci',
  }, async ({ context, servers }) => {
    // A frame of another origin that posts to the chat, and to the page in the name of the chat.
    const attacker = await servers.site(
      () => `<script>
        addEventListener('message', ({ data }) => {
          if (data !== 'go') return;
          const message = { source: 'foyer', version: 1 };
          parent.frames[0].postMessage({ ...message, type: 'send', text: 'From an attacker' }, '*');
          parent.postMessage({ ...message, type: 'event', name: 'message', detail: { text: 'forged' } }, '*');
          parent.postMessage('done', '*');
        });
      </script>`,
    );
    let relay = '';
    const site = await servers.site(
      () => `<iframe src="${relay}/frame" title="Chat"></iframe>
        <iframe src="${attacker}" title="Attacker"></iframe>
        <script type="module">
          import { connectFrame } from '/foyer-chat/frame.js';
          window.received = [];
          window.chat = connectFrame(document.querySelector('iframe'));
          window.chat.on('message', ({ author, text }) => window.received.push([author, text]));
        </script>`,
    );
    relay = await servers.relay(site);
    const page = await context.newPage();
    await page.goto(site);
    const chat = inFrame(page.frameLocator('iframe').first());
    await expect(chat.suggestions.first()).toBeVisible();

    await page.evaluate(
      (origin) =>
        new Promise<void>((done) => {
          addEventListener('message', ({ data }) => data === 'done' && done());
          const [inside, outside] = [...document.querySelectorAll('iframe')];
          const send = { source: 'foyer', version: 1, type: 'send', text: 'Not for the chat' };
          const wrongs = [
            { version: 2 },
            { version: '1' },
            { source: 'other' },
            { text: 7 },
            { type: 'say' },
          ];
          for (const wrong of wrongs) inside?.contentWindow?.postMessage({ ...send, ...wrong }, origin);
          inside?.contentWindow?.postMessage(JSON.stringify(send), origin);
          outside?.contentWindow?.postMessage('go', '*');
        }),
      relay,
    );
    // The page's own message comes last: an accepted forged one would be before it.
    await page.evaluate(() =>
      (window as unknown as { chat: { send(text: string): void } }).chat.send('From the page'),
    );
    await expect(chat.agent).toHaveCount(2);
    await expect(chat.user).toHaveText([/From the page/]);
    const received = await page.evaluate(
      () => (window as unknown as { received: [string, string][] }).received,
    );
    expect(received.filter(([author]) => author !== 'agent')).toEqual([['user', 'From the page']]);
  });

  test('S-44: the iframe works in a sandbox with allow-same-origin', { tag: '@ci' }, async ({
    context,
    servers,
  }) => {
    let relay = '';
    const site = await servers.site(
      () =>
        `<iframe sandbox="allow-scripts allow-forms allow-same-origin" src="${relay}/frame" title="Chat"></iframe>`,
    );
    relay = await servers.relay(site);
    const page = await context.newPage();
    await page.goto(site);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('textbox', { name: 'Message' }).fill('What are your opening hours?');
    await frame.getByRole('button', { name: 'Send' }).click();
    await expect(inFrame(frame).user).toHaveAttribute('data-delivery', 'sent');
  });

  test('the iframe keeps its policy and its relay, whatever its URL contains', { tag: '@ci' }, async ({
    page,
    demo,
  }) => {
    const warnings: string[] = [];
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
    await page.goto(
      `${demo.relayUrl}/frame?relay=https://evil.example&position=top&locale=fr&show-header=false&colour=red&show-heder=false`,
    );
    await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'fr');
    await expect(page.locator('foyer-chat')).toHaveAttribute('data-connection', 'online');
    await expect(page.locator('header')).toHaveCount(0);
    await expect
      .poll(() => warnings)
      .toEqual([
        'foyer: relay="https://evil.example" has no effect in a frame',
        'foyer: options are ignored: position="top" is not bottom-right or bottom-left; colour="red" is unknown; show-heder="false" is unknown; did you mean show-header?',
      ]);
  });
});
