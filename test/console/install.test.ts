import { describe, expect, it } from 'vitest';
import { addressOfPage } from '../../src/console/pages/install/page-check.tsx';
import { policyOf, snippetOf, WAYS } from '../../src/console/pages/install/snippets.ts';

const RELAY = 'https://relay.example.com';
describe('the installation page', () => {
  it('shows the options in the spelling of each way of installation', () => {
    const options = { position: 'bottom-left', colorScheme: 'dark' };
    expect(WAYS.map((way) => snippetOf(way, RELAY, options))).toEqual([
      '<script src="https://relay.example.com/widget.js" data-position="bottom-left" data-color-scheme="dark" async></script>',
      "// npm install foyer-chat\nimport { mount } from 'foyer-chat';\n\nmount({ relay: 'https://relay.example.com', position: 'bottom-left', colorScheme: 'dark' });",
      'import { FoyerChat } from \'foyer-chat/react\';\n\n<FoyerChat relay="https://relay.example.com" position="bottom-left" colorScheme="dark" />;',
      'import { FoyerChat } from \'foyer-chat/preact\';\n\n<FoyerChat relay="https://relay.example.com" position="bottom-left" colorScheme="dark" />;',
      '<iframe src="https://relay.example.com/frame?render-mode=fullscreen&amp;color-scheme=dark" title="Chat" width="400" height="640"></iframe>',
      [
        '<script>',
        '  (function () {',
        "    var chat = document.createElement('script');",
        "    chat.src = 'https://relay.example.com/widget.js';",
        "    chat.setAttribute('data-position', 'bottom-left');",
        "    chat.setAttribute('data-color-scheme', 'dark');",
        '    chat.async = true;',
        '    document.head.appendChild(chat);',
        '  })();',
        '</script>',
      ].join('\n'),
    ]);
  });

  it.each([
    [
      'script',
      ['wss://m.example'],
      `script-src ${RELAY};\nconnect-src ${RELAY} wss://relay.example.com wss://m.example`,
    ],
    ['tags', [], `script-src ${RELAY};\nconnect-src ${RELAY} wss://relay.example.com`],
    ['npm', ['wss://m.example'], `connect-src ${RELAY} wss://relay.example.com wss://m.example`],
    ['iframe', ['wss://m.example'], `frame-src ${RELAY}`],
  ] as const)('shows the policy of a page with the chat by %s, sockets at %j', (way, connects, expected) => {
    expect(policyOf(way, RELAY, connects)).toBe(expected);
  });

  it.each([
    ['shop.example.com', 'https://shop.example.com/'],
    [' https://shop.example.com/a ', 'https://shop.example.com/a'],
    ['localhost:8080', 'https://localhost:8080/'],
    ['javascript:alert(1)', undefined],
    ['ftp://shop.example.com', undefined],
    ['', undefined],
    ['not an address', undefined],
  ])('reads %j as the address of a page', (typed, expected) => {
    expect(addressOfPage(typed)).toBe(expected);
  });
});
