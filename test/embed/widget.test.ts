import { within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FoyerEventName } from '../../src/embed/api.ts';
import { createWidget } from '../../src/embed/widget.ts';
import type { ChosenOptions } from '../../src/widget/options.ts';
import { createScriptedPanel } from './support/panel-port.ts';

const NAMES: readonly FoyerEventName[] = [
  'ready',
  'open',
  'close',
  'connection',
  'handoff',
  'unread',
  'message',
  'error',
];

function setup(options: Partial<ChosenOptions> = {}) {
  const host = document.createElement('div');
  document.body.append(host);
  const panel = createScriptedPanel();
  const api = createWidget(host, {
    options: { relay: 'https://relay.example', ...options },
    loadPanel: panel.load,
  });
  const heard: unknown[] = [];
  for (const name of NAMES) api.on(name, (detail) => heard.push([name, detail]));
  const shadow = host.shadowRoot as ShadowRoot;
  const screen = within(shadow as unknown as HTMLElement);
  return { host, panel, api, heard, shadow, screen, user: userEvent.setup({ document }) };
}

beforeEach(() => document.body.replaceChildren());

describe('the widget before and around its panel', () => {
  it('shows a launcher and loads nothing', () => {
    const { screen, panel, host } = setup();
    expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
    expect([panel.asked, host.dataset.connection, host.dataset.handoff]).toEqual([[], 'idle', 'none']);
  });

  it('loads the panel when the pointer comes near or the focus arrives, once', async () => {
    const { screen, panel, user } = setup();
    const launcher = screen.getByRole('button');
    await user.hover(launcher);
    launcher.focus();
    expect(panel.asked).toEqual(['load 0']);
  });

  it('opens on a click, hides the launcher and moves the focus into the panel', async () => {
    const { screen, panel, user, heard, api } = setup();
    const launcher = screen.getByRole('button');
    await user.click(launcher);
    expect(api.state.isOpen).toBe(false);
    await panel.arrive();
    expect(panel.asked).toEqual(['load 0', 'open true true']);
    expect([launcher.hidden, api.state.isOpen]).toEqual([true, true]);
    expect(heard).toEqual([
      ['ready', { version: expect.any(String) }],
      ['open', {}],
    ]);
  });

  it('gives the focus back to the launcher when the visitor closes the panel', async () => {
    const { panel, user, screen, shadow, heard } = setup();
    await user.click(screen.getByRole('button'));
    await panel.arrive();
    panel.context().close();
    expect(panel.asked.at(-1)).toBe('open false false');
    expect(shadow.activeElement?.getAttribute('aria-label')).toBe('Open chat');
    expect(heard.at(-1)).toEqual(['close', {}]);
  });

  it('makes calls that came early in their order, once the panel is there', async () => {
    const { panel, api } = setup();
    api.send('hello');
    api.send('again');
    api.restart();
    await panel.arrive();
    expect(panel.asked).toEqual(['load 0', 'open true true', 'send hello', 'send again', 'restart']);
  });

  it('does not open what was closed again while it loaded', async () => {
    const { panel, api } = setup();
    api.open();
    api.close();
    await panel.arrive();
    expect(panel.asked).toEqual(['load 0']);
  });

  it('toggles, also while the panel is still loading', async () => {
    const { panel, api } = setup();
    api.toggle();
    api.toggle();
    api.toggle();
    await panel.arrive();
    expect(api.state.isOpen).toBe(true);
    api.toggle();
    expect(api.state.isOpen).toBe(false);
  });

  it('says on the launcher, in any language, that the panel could not be loaded, and tries again on a click', async () => {
    const { screen, panel, user, heard, api } = setup({ locale: 'de' });
    await user.click(screen.getByRole('button'));
    await panel.fail();
    expect(screen.getByRole('button', { name: 'Chat öffnen ⚠' })).toBeTruthy();
    expect(heard.at(-1)).toEqual(['error', { code: 'panel_unavailable' }]);
    await user.click(screen.getByRole('button'));
    await panel.arrive();
    expect(panel.asked).toEqual(['load 0', 'load 1', 'open true true']);
    expect(api.state.isOpen).toBe(true);
  });

  it('tries again when it is pressed, not when a pointer passes', async () => {
    const { screen, panel, user } = setup();
    await user.click(screen.getByRole('button'));
    await panel.fail();
    await user.unhover(screen.getByRole('button'));
    await user.hover(screen.getByRole('button'));
    expect(panel.asked).toEqual(['load 0']);
    expect(screen.getByRole('button', { name: 'Open chat ⚠' })).toBeTruthy();
  });

  it('keeps to itself that a panel could not be loaded that nobody has asked for yet', async () => {
    const { screen, panel, user } = setup();
    await user.hover(screen.getByRole('button'));
    await panel.fail();
    expect(screen.getByRole('button', { name: 'Open chat' })).toBeTruthy();
    await user.click(screen.getByRole('button'));
    expect(panel.asked).toEqual(['load 0', 'load 1']);
  });

  it.each([{ container: '#chat' }, { showIcon: false, autoOpen: true }])(
    'with %j: has a button after all while the panel cannot be loaded',
    async (options) => {
      const { screen, shadow, panel, user } = setup(options);
      const launcher = shadow.querySelector<HTMLElement>('.launcher');
      await panel.fail();
      expect(launcher?.hidden).toBe(false);
      await user.click(screen.getByRole('button', { name: 'Open chat ⚠' }));
      await panel.arrive();
      expect([launcher?.hidden, panel.asked]).toEqual([true, ['load 0', 'load 1', 'open true true']]);
    },
  );

  it('names the launcher in the language of the page, then as the panel says', async () => {
    const { screen, panel, api } = setup({ locale: 'es-MX' });
    expect(screen.getByRole('button', { name: 'Abrir chat' })).toBeTruthy();
    api.open();
    await panel.arrive();
    api.close();
    panel.context().nameLauncher('Abrir chat (2 sin leer)');
    panel.context().emit('unread', { count: 2 });
    expect([
      screen.getByRole('button', { name: 'Abrir chat (2 sin leer)' }).hidden,
      api.state.unread,
    ]).toEqual([false, 2]);
  });

  it('passes on what is asked of the panel once there is one, in order', async () => {
    const { panel, api } = setup();
    api.setLocale('fr');
    api.setTheme({ accent: '#123456' });
    api.prompt({ text: 'Need a hand?' });
    api.animate('bounce', 900);
    await panel.arrive();
    expect(panel.asked).toEqual([
      'load 0',
      'setLocale fr',
      'setTheme {"accent":"#123456"}',
      'prompt Need a hand?',
      'animate bounce 900',
    ]);
  });

  it('keeps state and host attributes, and gives frozen details', async () => {
    const { panel, api, host, heard } = setup();
    api.open();
    await panel.arrive();
    panel.context().emit('connection', { status: 'online' });
    panel.context().emit('handoff', { status: 'live' });
    expect([host.dataset.connection, host.dataset.handoff]).toEqual(['online', 'live']);
    expect(api.state).toEqual({
      isOpen: true,
      isVisible: true,
      unread: 0,
      connection: 'online',
      handoff: 'live',
    });
    expect([Object.isFrozen(api.state), Object.isFrozen((heard.at(-1) as unknown[])[1])]).toEqual([
      true,
      true,
    ]);
  });

  it('stops calling a listener that was taken off', async () => {
    const { api, panel, heard } = setup();
    const calls: unknown[] = [];
    const off = api.on('connection', (detail) => calls.push(detail));
    api.open();
    await panel.arrive();
    panel.context().emit('connection', { status: 'connecting' });
    off();
    panel.context().emit('connection', { status: 'online' });
    expect(calls).toEqual([{ status: 'connecting' }]);
    expect(heard.at(-1)).toEqual(['connection', { status: 'online' }]);
  });

  it('hides and shows the whole widget', () => {
    const { api, shadow } = setup();
    const root = shadow.querySelector<HTMLElement>('.root');
    api.hide();
    expect([root?.hidden, api.state.isVisible]).toEqual([true, false]);
    api.show();
    expect([root?.hidden, api.state.isVisible]).toEqual([false, true]);
  });

  it.each([
    [{ showIcon: false }, true, []],
    [{ autoOpen: true }, false, ['load 0']],
    [{ container: '#chat' }, true, ['load 0']],
  ] as const)('with %j: launcher hidden %s, asked %j', (options, isHidden, asked) => {
    const { shadow, panel } = setup(options);
    expect([shadow.querySelector<HTMLElement>('.launcher')?.hidden, panel.asked]).toEqual([isHidden, asked]);
  });

  it('takes no focus when the page opened it by itself', async () => {
    const { panel } = setup({ autoOpen: true });
    await panel.arrive();
    expect(panel.asked).toEqual(['load 0', 'open true false']);
  });

  it('leaves nothing behind, and does nothing more, after destroy', async () => {
    const { panel, api, host, heard, shadow } = setup();
    api.open();
    await panel.arrive();
    api.destroy();
    api.destroy();
    const before = heard.length;
    api.open();
    api.send('x');
    api.restart();
    panel.context().emit('connection', { status: 'online' });
    expect(panel.asked).toEqual(['load 0', 'open true true', 'dispose']);
    expect([host.isConnected, shadow.childNodes.length, shadow.adoptedStyleSheets.length]).toEqual([
      false,
      0,
      0,
    ]);
    expect(heard.length).toBe(before);
  });

  it('mounts no panel that arrives after destroy', async () => {
    const { panel, api } = setup();
    api.open();
    api.destroy();
    await panel.arrive();
    expect(() => panel.context()).toThrow('not mounted');
  });
});
