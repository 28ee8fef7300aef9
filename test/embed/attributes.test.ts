import { describe, expect, it } from 'vitest';
import { readAttributes, relayAddress } from '../../src/embed/attributes.ts';

const read = (attributes: Record<string, string>) => readAttributes((name) => attributes[name]);

describe('the options in attributes', () => {
  it('reads every option of the contract', () => {
    expect(
      read({
        relay: 'https://chat.example/base/',
        platform: 'ios',
        'render-mode': 'fullscreen',
        'auto-open': 'true',
        'show-icon': 'false',
        'show-header': 'false',
        position: 'bottom-left',
        'color-scheme': 'dark',
        accent: 'rebeccapurple',
        locale: 'de-at',
        'z-index': '-5',
        container: '#chat',
      }),
    ).toEqual({
      faults: [],
      options: {
        relay: 'https://chat.example/base',
        platform: 'ios',
        renderMode: 'fullscreen',
        autoOpen: true,
        showIcon: false,
        showHeader: false,
        position: 'bottom-left',
        colorScheme: 'dark',
        accent: 'rebeccapurple',
        locale: 'de-AT',
        zIndex: -5,
        container: '#chat',
      },
    });
  });

  it('leaves out what is not there', () => {
    expect(read({})).toEqual({ options: {}, faults: [] });
  });

  it.each([
    ['relay', 'http://chat.example'],
    ['relay', 'javascript:alert(1)'],
    ['relay', 'chat'],
    ['platform', 'windows'],
    ['render-mode', 'FULLSCREEN'],
    ['auto-open', 'yes'],
    ['show-icon', ''],
    ['position', 'top'],
    ['color-scheme', 'sepia'],
    ['locale', 'not a tag'],
    ['z-index', '1e9'],
    ['z-index', '12; x: y'],
    ['container', '##'],
  ])('leaves out %s="%s" and names it', (name, value) => {
    expect(read({ [name]: value, position: name === 'position' ? value : 'bottom-left' })).toEqual({
      options: name === 'position' ? {} : { position: 'bottom-left' },
      faults: [`${name}="${value}"`],
    });
  });

  it.each([
    ['https://chat.example', 'https://chat.example'],
    ['https://chat.example:8443/a/', 'https://chat.example:8443/a'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('accepts the relay %s', (text, address) => {
    expect(relayAddress(text)).toBe(address);
  });

  it.each(['http://localhost.evil.example', 'http://127.0.0.1.evil.example', 'ftp://chat.example'])(
    'refuses the relay %s',
    (text) => {
      expect(() => relayAddress(text)).toThrow(TypeError);
    },
  );
});
