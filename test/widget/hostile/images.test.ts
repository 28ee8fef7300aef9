import { describe, expect, it } from 'vitest';
import { remoteImage } from '../../../src/text/remote-image.ts';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const EXIT = 'https://exit.test/a.png?said=SECRET';

function showImage(source: string) {
  const panel = showPanel();
  panel.update(() => {
    panel.config.value = { default_locale: 'en', header: { text: 'Shop' }, image_hosts: ['img.example'] };
    panel.chat.add(
      message({ id: 'm', author: 'agent', attachments: [{ contentType: 'image', contentUrl: source }] }),
    );
  });
  return panel;
}

describe('an image of the agent', () => {
  it('S-28: an image from another host loads on a click without referrer, and can then be enlarged', async () => {
    const { row, screen, ui, user } = showImage(EXIT);
    expect([
      row('m').querySelectorAll('img').length,
      screen.queryByRole('button', { name: texts.enlarge }),
    ]).toEqual([0, null]);
    await user.click(screen.getByRole('button', { name: texts.showImage.replace('{host}', 'exit.test') }));
    const image = row('m').querySelector('img');
    expect([image?.src, image?.referrerPolicy, image?.loading]).toEqual([EXIT, 'no-referrer', 'lazy']);
    await user.click(screen.getByRole('button', { name: texts.enlarge }));
    expect(ui.overlay.value).toEqual({ source: EXIT, alt: '' });
  });

  it.each([
    'http://exit.test/a.png',
    '/a.png',
    '//exit.test/a.png',
    'data:image/svg+xml,<svg/>',
    'javascript:x()',
  ])('S-28: an image at %j can be neither loaded nor enlarged', (source) => {
    const { row } = showImage(source);
    expect(row('m').querySelectorAll('img, button').length).toBe(0);
  });

  it('S-27: the placeholder of an image shows the exact host', () => {
    const policy = { hosts: [], showLabel: 'Show image from {host}' };
    const label = (host: string) => remoteImage(`https://${host}/a.png`, '', policy).textContent;
    expect(['a$&b.test', "a$'b.test", 'a$$b.test'].map(label)).toEqual([
      'Show image from a$&b.test',
      "Show image from a$'b.test",
      'Show image from a$$b.test',
    ]);
  });
});
