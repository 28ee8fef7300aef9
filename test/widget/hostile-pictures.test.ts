import { describe, expect, it } from 'vitest';
import { remoteImage } from '../../src/widget/remote-image.ts';
import { showPanel, words } from './support/panel.tsx';
import { message } from './support/scripted-chat.ts';

const EXIT = 'https://exit.test/a.png?said=SECRET';

function shownPicture(source: string) {
  const panel = showPanel();
  panel.happen(() => {
    panel.config.value = { default_locale: 'en', header: { text: 'Shop' }, image_hosts: ['img.example'] };
    panel.chat.add(
      message({ id: 'm', author: 'agent', attachments: [{ contentType: 'image', contentUrl: source }] }),
    );
  });
  return panel;
}

describe('a picture of the agent’s', () => {
  it('S-28: from elsewhere loads when the visitor asks for it, tells nobody where from, and can then be enlarged', async () => {
    const { row, screen, ui, user } = shownPicture(EXIT);
    await user.click(screen.getByRole('button', { name: words.enlarge }));
    expect([row('m').querySelectorAll('img').length, ui.enlarged.value]).toEqual([0, null]);
    await user.click(screen.getByRole('button', { name: words.showImage.replace('{host}', 'exit.test') }));
    const picture = row('m').querySelector('img');
    expect([picture?.src, picture?.referrerPolicy, picture?.loading]).toEqual([EXIT, 'no-referrer', 'lazy']);
    await user.click(screen.getByRole('button', { name: words.enlarge }));
    expect(ui.enlarged.value).toEqual({ source: EXIT, alt: '' });
  });

  it.each([
    'http://exit.test/a.png',
    '/a.png',
    '//exit.test/a.png',
    'data:image/svg+xml,<svg/>',
    'javascript:x()',
  ])('S-28: at %j cannot be loaded at all, nor enlarged', async (source) => {
    const { row, screen, ui, user } = shownPicture(source);
    await user.click(screen.getByRole('button', { name: words.enlarge }));
    expect([row('m').querySelectorAll('img, .placeholder').length, ui.enlarged.value]).toEqual([0, null]);
  });

  it('S-27: names its host as it is, whatever signs are in it', () => {
    const policy = { hosts: [], showLabel: 'Show image from {host}' };
    const label = (host: string) => remoteImage(`https://${host}/a.png`, '', policy).textContent;
    expect(['a$&b.test', "a$'b.test", 'a$$b.test'].map(label)).toEqual([
      'Show image from a$&b.test',
      "Show image from a$'b.test",
      'Show image from a$$b.test',
    ]);
  });
});
