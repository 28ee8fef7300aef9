import { afterEach, describe, expect, it } from 'vitest';
import { OPTIONS, readOptions } from '../../src/embed/attributes.ts';
import { checkOptions } from '../../src/embed/check-options.ts';
import { optionsOf } from '../../src/embed/component.ts';
import { elementClass } from '../../src/embed/element.ts';
import { install } from '../../src/embed/install.ts';
import { useRare } from '../../src/embed/use-rare.ts';
import { DEFAULT_WIDGET_CONFIG, NO_CONFIG, readWidgetConfig } from '../../src/protocol/widget-config.ts';
import type { MountOptions } from '../../src/widget/context/options.ts';
import { createScriptedPanel } from './support/scripted-panel.ts';

const ATTACKER = 'https://attacker.example';

/** Names of options, of what surrounds them, and of the configuration. */
const NAMES = [
  ...new Set([
    ...Object.keys(OPTIONS),
    ...'config issues onDestroy ports streaming onDebug actions mode get set body method headers signal'.split(
      ' ',
    ),
    ...'header text image agent name avatar accent radius font image_hosts default_locale consent required'.split(
      ' ',
    ),
    ...'disclaimer show policies privacy_url terms_url place handoff_routes label url feedback'.split(' '),
    ...'talk_to_a_person strings en default'.split(' '),
  ]),
];

afterEach(() => {
  for (const name of NAMES) Reflect.deleteProperty(Object.prototype, name);
  document.querySelector('foyer-chat')?.stop();
});

/** Runs `act` on a page where another script has added these names to `Object.prototype`. */
function polluted<Value>(names: readonly string[], act: () => Value): Value {
  for (const name of names)
    Object.defineProperty(
      Object.prototype,
      name,
      Object.assign(Object.create(null), {
        value: ATTACKER,
        configurable: true,
        writable: true,
        enumerable: true,
      }),
    );
  try {
    return act();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}

/** Values under each name. */
const read = (fields: object) => NAMES.map((name) => (fields as Record<string, unknown>)[name]);

const PLAIN = { relay: 'https://relay.example' };

describe('S-107: names on Object.prototype', () => {
  it.each(NAMES)('%s is no option', (name) => {
    const found = (act: () => object) => [read(act()), polluted([name], () => read(act()))];
    for (const act of [
      () => readOptions([['relay', PLAIN.relay]]).options,
      () => optionsOf(PLAIN),
      () => readWidgetConfig(JSON.parse('{"header":{"text":"Hi"},"default_locale":"en"}')) as object,
      () =>
        (readWidgetConfig(JSON.parse('{"header":{"text":"Hi"},"default_locale":"en"}')) as { header: object })
          .header,
      () => DEFAULT_WIDGET_CONFIG,
      () => NO_CONFIG,
    ]) {
      const [clean, dirty] = found(act);
      expect(dirty).toEqual(clean);
    }
  });

  // A page's own `get` or `set` breaks every other script, and happy-dom, as `signal` does.
  it.each(NAMES.filter((name) => !/^([gs]et|signal)$/.test(name)))(
    '%s changes neither where the chat is nor what its panel is told',
    async (name) => {
      const panel = createScriptedPanel();
      const Element = elementClass(panel.load, useRare);
      const tag = `foyer-test-${name.toLowerCase().replaceAll('_', '-')}`;
      customElements.define(tag, Element);
      const element = document.createElement(tag) as InstanceType<typeof Element>;
      document.body.append(element);
      polluted([name], () => element.begin(checkOptions(PLAIN))).open();
      await panel.arrive();
      const { config, options } = panel.context();
      const given = polluted([name], () => read(options as MountOptions));
      expect({ given, config }).toEqual({
        given: read(Object.assign(Object.create(null), { ...PLAIN, locale: options.locale })),
        config: undefined,
      });
      expect(element.shadowRoot?.querySelector('.root')?.className.trim()).toBe('root');
      element.stop();
    },
  );

  it('the script tag talks to the relay that it came from', () => {
    const script = document.createElement('script');
    Object.defineProperty(script, 'src', { value: 'https://relay.example/widget.js' });
    polluted(['relay', 'container', 'autoOpen'], () => install(script));
    expect(document.querySelectorAll(':root > foyer-chat').length).toBe(1);
    expect((window.Foyer as { state: { isOpen: boolean } }).state.isOpen).toBe(false);
    (window.Foyer as { destroy(): void }).destroy();
  });
});
