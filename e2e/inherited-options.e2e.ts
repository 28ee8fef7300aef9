import { expect, test } from './fixtures.ts';

const ATTACKER = 'https://attacker.example';

/** Names of options and of the configuration, as another library's hole lets a stranger set them. */
const NAMES =
  'relay platform renderMode autoOpen showIcon showHeader position colorScheme accent locale zIndex container config issues onDestroy ports streaming mode method body agent image strings consent disclaimer policies handoff_routes radius font image_hosts default_locale feedback talk_to_a_person'.split(
    ' ',
  );

for (const isEnumerable of [false, true])
  test(`S-107: ${isEnumerable ? 'enumerable' : 'hidden'} names on Object.prototype redirect no conversation`, {
    tag: '@ci',
  }, async ({ chat, page, demo }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
    await page.addInitScript(
      ([names, value, enumerable]) => {
        for (const name of names)
          Object.defineProperty(Object.prototype, name, {
            value,
            enumerable,
            writable: true,
            configurable: true,
          });
      },
      [NAMES, ATTACKER, isEnumerable] as const,
    );
    await chat.openWithGreeting();
    await chat.send('where is my order?');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    await expect(chat.messages('agent')).toHaveCount(2);
    const own = [demo.siteUrl, demo.relayUrl, demo.emulator.messagingUrl].map((url) => new URL(url).host);
    expect([...hosts].filter((host) => !own.includes(host))).toEqual([]);
    expect(await page.locator('foyer-chat .header .titles').innerText()).not.toContain('attacker');
  });
