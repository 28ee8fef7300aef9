import { expect, it } from 'vitest';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../../src/protocol/widget-config.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { notice } from '../support/scripted-chat.ts';

function failed(config: Partial<WidgetConfig>) {
  const panel = showPanel();
  panel.update(() => {
    panel.config.value = { ...DEFAULT_WIDGET_CONFIG, ...config };
    panel.chat.add(notice('failed', { notice: 'handoff_failed' }));
  });
  const row = () => panel.screen.queryByRole('group', { name: 'Need more help?' });
  const ways = () =>
    [...(row()?.querySelectorAll('a, button') ?? [])].map((element) => [
      element.textContent,
      element.getAttribute('href'),
    ]);
  return { ...panel, row, ways };
}

it('the help row offers the ways that the site has configured, and says so once', async () => {
  const { chat, ui, user, screen, ways } = failed({
    talk_to_a_person: { text: { en: 'A person, please' } },
    help: { phone: 'tel:+44 20 7946 0000', email: 'mailto:help@shop.example' },
  });
  expect(ways()).toEqual([
    ['Talk to a person', null],
    ['Call us', 'tel:+442079460000'],
    ['Write an email', 'mailto:help@shop.example'],
  ]);
  await expect.poll(() => ui.announcement.value).toContain('Need more help?');
  await user.click(screen.getByRole('button', { name: 'Talk to a person' }));
  expect(chat.calls).toContain('send A person, please');
});

it('the help row is not there on a site that offers nothing else', () => {
  expect(failed({}).row()).toBe(null);
});
