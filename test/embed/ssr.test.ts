import { describe, expect, it } from 'vitest';

describe('on a server', () => {
  it('the import uses no browser global on a server', async () => {
    expect(typeof document).toBe('undefined');
    const { mount, defineFoyerElement } = await import('../../src/embed/index.ts');
    expect([typeof mount, typeof defineFoyerElement]).toEqual(['function', 'function']);
    const { mountPanel } = await import('../../src/embed/panel.ts');
    expect(typeof mountPanel).toBe('function');
    const { connectFrame } = await import('../../src/embed/frame-client.ts');
    expect(typeof connectFrame).toBe('function');
    const { FoyerChat } = await import('../../src/embed/preact.ts');
    expect(typeof FoyerChat).toBe('function');
  });

  it('the components render on a server nothing, or the element of an inline chat', async () => {
    const relay = 'https://relay.example';
    const { renderToString } = await import('react-dom/server');
    const { createElement } = await import('react');
    const react = await import('../../src/embed/react.ts');
    const rendered = [{ relay }, { relay, inline: true }].map((props) =>
      renderToString(createElement(react.FoyerChat, props)),
    );
    expect(rendered).toEqual(['', '<div></div>']);
  });
});
