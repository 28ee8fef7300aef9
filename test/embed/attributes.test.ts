import { describe, expect, it } from 'vitest';
import { optionOf, pageLocale, parseRelayUrl, readOptions } from '../../src/embed/attributes.ts';

const read = (attributes: Record<string, string>) =>
  readOptions(Object.entries(attributes).map(([name, text]) => [optionOf(name), text]));

describe('options in attributes', () => {
  it('attributes set all options of the contract', () => {
    expect(
      read({
        relay: 'https://chat.example/base/',
        platform: 'ios',
        'render-mode': 'fullscreen',
        'auto-open': 'true',
        'show-icon': 'false',
        'show-header': 'false',
        'title-count': 'true',
        position: 'bottom-left',
        'color-scheme': 'dark',
        accent: 'rebeccapurple',
        locale: 'de-at',
        'z-index': '-5',
        guard: 'mask',
        title: 'Ask Iris',
        welcome: 'Hello',
        dictation: 'on-device',
        'read-aloud': 'true',
        remember: 'tab',
        'browser-agents': 'on',
        container: '#chat',
      }),
    ).toEqual({
      issues: [],
      options: {
        relay: 'https://chat.example/base',
        platform: 'ios',
        renderMode: 'fullscreen',
        autoOpen: true,
        showIcon: false,
        showHeader: false,
        titleCount: true,
        position: 'bottom-left',
        colorScheme: 'dark',
        accent: 'rebeccapurple',
        locale: 'de-AT',
        zIndex: -5,
        guard: 'mask',
        title: 'Ask Iris',
        welcome: 'Hello',
        dictation: 'on-device',
        readAloud: true,
        remember: 'tab',
        browserAgents: 'on',
        container: '#chat',
      },
    });
  });

  it('a missing attribute sets no option', () => {
    expect(read({})).toEqual({ options: {}, issues: [] });
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
    ['guard', 'loud'],
    ['dictation', 'true'],
    ['read-aloud', 'aloud'],
    ['remember', 'always'],
    ['browser-agents', 'yes'],
    ['color-scheme', 'sepia'],
    ['locale', 'not a tag'],
    ['z-index', '1e9'],
    ['z-index', '12; x: y'],
    ['container', '##'],
  ])('reports and ignores an invalid attribute: %s="%s"', (name, value) => {
    expect(read({ [name]: value, position: name === 'position' ? value : 'bottom-left' })).toEqual({
      options: name === 'position' ? {} : { position: 'bottom-left' },
      issues: [[optionOf(name), value]],
    });
  });

  it.each([
    ['pt_BR', 'pt-BR'],
    ['de_DE.UTF-8', 'de-DE'],
    ['ca_ES@valencia', 'ca-ES'],
    ['zh_Hans_CN', 'zh-Hans-CN'],
  ])('accepts the locale %s, as Java and POSIX write it', (text, tag) => {
    expect(read({ locale: text })).toEqual({ options: { locale: tag }, issues: [] });
  });

  it.each([
    ['de_AT', 'de-AT'],
    ['', navigator.language],
    ['nonsense!', undefined],
  ])('takes the language of a page whose lang is "%s"', (lang, tag) => {
    document.documentElement.lang = lang;
    expect(pageLocale()).toBe(tag);
    document.documentElement.removeAttribute('lang');
  });

  it.each([
    ['https://chat.example', 'https://chat.example'],
    ['https://chat.example:8443/a/', 'https://chat.example:8443/a'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('accepts the relay %s', (text, url) => {
    expect(parseRelayUrl(text)).toBe(url);
  });

  it.each(['http://localhost.evil.example', 'http://127.0.0.1.evil.example', 'ftp://chat.example'])(
    'refuses the relay %s',
    (text) => {
      expect(() => parseRelayUrl(text)).toThrow(TypeError);
    },
  );
});
