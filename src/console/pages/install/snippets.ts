/** Ways to put the chat into a page. */
export const WAYS = ['script', 'npm', 'react', 'preact', 'iframe', 'tags'] as const;
export type Way = (typeof WAYS)[number];

/** Options of the widget that differ from its defaults, by their names in JavaScript. */
export type WidgetOptions = Readonly<Record<string, string>>;

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Made by hand and not by the names of a type, so that a browser reads exactly what is shown. */
const attribute = (name: string, value: string) => `${name}="${value.replaceAll('"', '&quot;')}"`;
const literal = (value: string) => `'${value.replace(/[\\']/g, (character) => `\\${character}`)}'`;

const component = (from: 'react' | 'preact', relay: string, options: WidgetOptions): string => {
  const properties = Object.entries({ relay, ...options }).map(([name, value]) => attribute(name, value));
  return `import { FoyerChat } from 'foyer-chat/${from}';\n\n<FoyerChat ${properties.join(' ')} />;`;
};

/** A snippet for a page, or for the code that builds the page. */
export function snippetOf(way: Way, relay: string, options: WidgetOptions): string {
  const named = Object.entries(options);
  switch (way) {
    case 'script': {
      const attributes = named.map(([name, value]) => ` ${attribute(`data-${kebab(name)}`, value)}`);
      return `<script src="${relay}/widget.js"${attributes.join('')} async></script>`;
    }
    case 'npm': {
      const members = Object.entries({ relay, ...options }).map(([name, it]) => `${name}: ${literal(it)}`);
      return `// npm install foyer-chat\nimport { mount } from 'foyer-chat';\n\nmount({ ${members.join(', ')} });`;
    }
    case 'react':
    case 'preact':
      return component(way, relay, options);
    case 'iframe': {
      // The frame has the place that the page gives it.
      const { position: _, ...others } = options;
      const query = new URLSearchParams({ 'render-mode': 'fullscreen' });
      for (const [name, value] of Object.entries(others)) query.set(kebab(name), value);
      return `<iframe src="${relay}/frame?${query.toString().replaceAll('&', '&amp;')}" ${attribute('title', 'Chat')} width="400" height="640"></iframe>`;
    }
    case 'tags': {
      // A tag manager may leave out attributes of a script that it does not know.
      const attributes = named.map(
        ([name, value]) => `    chat.setAttribute(${literal(`data-${kebab(name)}`)}, ${literal(value)});`,
      );
      return [
        '<script>',
        '  (function () {',
        "    var chat = document.createElement('script');",
        `    chat.src = ${literal(`${relay}/widget.js`)};`,
        ...attributes,
        '    chat.async = true;',
        '    document.head.appendChild(chat);',
        '  })();',
        '</script>',
      ].join('\n');
    }
  }
}

/** The directives that a policy of the page needs. `connects` is what the browser connects to besides the relay. */
export function policyOf(way: Way, relay: string, connects: readonly string[]): string {
  if (way === 'iframe') return `frame-src ${relay}`;
  const connect = `connect-src ${[relay, relay.replace(/^http/, 'ws'), ...connects].join(' ')}`;
  // The packages are in the script of the page.
  return way === 'script' || way === 'tags' ? `script-src ${relay};\n${connect}` : connect;
}
