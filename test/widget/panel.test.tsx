import { describe, expect, it } from 'vitest';
import type { NoticeBody } from '../../src/chat/model.ts';
import { showPanel, words } from './support/panel.tsx';
import { message, NOON, notice } from './support/scripted-chat.ts';

describe('the panel', () => {
  it('is a dialog named after the header', () => {
    const { screen } = showPanel();
    expect(screen.getByRole('dialog', { name: 'Northwind' }).getAttribute('aria-modal')).toBeNull();
  });

  it('has a name without a header, too', () => {
    const { screen } = showPanel({ showHeader: false });
    expect(screen.getByRole('dialog', { name: 'Northwind' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close chat' })).toBeNull();
  });

  it('has no header in an iOS WebView, and no way to close it where it stands in the page', () => {
    expect(showPanel({ platform: 'ios' }).screen.queryByRole('heading')).toBeNull();
    expect(showPanel({ container: '#chat' }).screen.queryByRole('button', { name: 'Close chat' })).toBeNull();
  });

  it('closes by its button and by Escape', async () => {
    const { screen, user, closed } = showPanel();
    await user.click(screen.getByRole('button', { name: 'Close chat' }));
    screen.getByRole('textbox', { name: 'Message' }).focus();
    await user.keyboard('{Escape}');
    expect(closed.count).toBe(2);
  });

  it('takes the page’s colour scheme unless it is told one', () => {
    const { screen } = showPanel({ colorScheme: 'dark' });
    expect(screen.getByRole('dialog').dataset.scheme).toBe('dark');
  });

  it.each([
    ['connecting', 'none', 'Connecting…'],
    ['online', 'none', 'Online'],
    ['online', 'queued', 'Waiting for an advisor'],
    ['online', 'live', 'You are talking to Marta'],
  ] as const)('says who is there: %s, %s', (connection, handoff, text) => {
    const { screen } = showPanel({}, (chat) => {
      chat.add(notice('n', { notice: 'live_agent_joined', name: 'Marta' }));
      chat.connection.value = connection;
      chat.handoff.value = handoff;
    });
    expect(screen.getByText(text)).toBeTruthy();
  });
});

describe('the banner', () => {
  it.each([
    ['reconnecting', null, words.reconnecting, ['Try again']],
    ['offline', null, words.offline, []],
    ['failed', { code: 'unreachable', canRetry: true }, words.unreachable, ['Try again']],
    ['failed', { code: 'configuration', canRetry: false }, words.configuration, []],
    ['failed', { code: 'too_many_windows', canRetry: true }, words.tooManyWindows, ['Try again']],
    ['failed', { code: 'no_history', canRetry: true }, words.noHistory, ['Try again']],
    ['ended', null, words.ended, ['Start new chat']],
    ['ended', { code: 'expired', canRetry: false }, words.sessionExpired, ['Start new chat']],
  ] as const)('tells of %s %j in plain words', (connection, trouble, text, buttons) => {
    const { screen } = showPanel({}, (chat) => {
      chat.connection.value = connection;
      chat.trouble.value = trouble;
    });
    const banner = screen.getByText(text).closest('[role=status]');
    expect([...(banner?.querySelectorAll('button') ?? [])].map((button) => button.textContent)).toEqual(
      buttons,
    );
  });

  it('says nothing while all is well', () => {
    const { screen } = showPanel();
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toEqual(['', '', '']);
  });

  it('tries again, and starts a new chat, on request', async () => {
    const { screen, user, chat, happen } = showPanel({}, (chat) => {
      chat.connection.value = 'failed';
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    happen(() => {
      chat.connection.value = 'ended';
    });
    await user.click(screen.getByRole('button', { name: 'Start new chat' }));
    expect(chat.asked.filter((it) => !it.startsWith('typing'))).toEqual(['reconnect', 'restart']);
  });
});

describe('the menu', () => {
  it('opens with the focus on its first item, moves by arrow keys and gives the focus back', async () => {
    const { screen, user, chat, closed } = showPanel();
    const button = screen.getByRole('button', { name: 'Menu' });
    button.focus();
    await user.keyboard('{ArrowDown}');
    const item = await screen.findByRole('menuitem', { name: 'End chat' });
    await expect.poll(() => document.activeElement).toBe(item);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Start new chat' }));
    // There is nothing to download yet.
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('menuitemcheckbox', { name: 'Sound' }));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(item);
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('menu'), document.activeElement, closed.count]).toEqual([null, button, 0]);
    await user.click(button);
    await user.click(screen.getByRole('menuitem', { name: 'End chat' }));
    expect(chat.asked).toContain('end');
  });

  it('cannot end what has ended', async () => {
    const { screen, user } = showPanel({}, (chat) => {
      chat.connection.value = 'ended';
    });
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.getByRole('menuitem', { name: 'End chat' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('the transcript', () => {
  it('is a log that stays silent while text streams in', () => {
    const { screen, row, happen, chat } = showPanel();
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
    happen(() => chat.add(message({ id: 'a', author: 'agent', text: 'Hel', streaming: true })));
    expect([row('a').dataset.streaming, row('a').getAttribute('aria-busy')]).toEqual(['true', 'true']);
    happen(() => chat.amend('a', { streaming: false }));
    expect([row('a').dataset.streaming, row('a').getAttribute('aria-busy')]).toEqual([undefined, null]);
  });

  it('announces each answer once, when it is complete, without its Markdown', async () => {
    const { screen, happen, chat } = showPanel();
    const complete = message({ id: 'a', author: 'agent', text: 'See **this** [page](https://x.example)' });
    happen(() => chat.emit('message', complete));
    expect(await screen.findByText('Assistant said: See this page')).toBeTruthy();
  });

  it('announces a notice when it comes, and not those of the history', async () => {
    const { screen, happen, chat } = showPanel();
    happen(() => chat.add({ kind: 'notice', id: 'old', at: NOON - 60_000, notice: 'handoff_started' }));
    happen(() => chat.add(notice('new', { notice: 'live_agent_joined', name: 'Marta' })));
    const said = await screen.findAllByText('Marta has joined.');
    expect(said.length).toBe(2);
    expect(screen.getAllByText(words.handoffStarted).length).toBe(1);
  });

  it('shows whose message it is, how far it has come, and what the visitor typed exactly', () => {
    const { row } = showPanel({}, (chat) => {
      chat.add(message({ id: 'u', author: 'user', text: '**not**\n<b>bold</b>', delivery: 'sent' }));
      chat.add(message({ id: 'a', author: 'agent', text: '**bold**', person: { name: 'Ava' } }));
      chat.add(message({ id: 'l', author: 'live-agent', text: 'hi', person: { name: 'Marta' } }));
    });
    expect([row('u').dataset.author, row('u').dataset.delivery]).toEqual(['user', 'sent']);
    expect(row('u').querySelector('.bubble')?.firstChild?.textContent).toBe('**not**\n<b>bold</b>');
    expect(row('a').querySelector('strong')?.textContent).toBe('bold');
    expect([row('l').dataset.author, row('l').textContent?.includes('Marta')]).toEqual(['live-agent', true]);
  });

  it.each([
    ['unconfirmed', true, words.unconfirmed],
    ['too_large', false, words.tooLarge],
    ['queue_full', true, words.queueFull],
    ['ended', false, words.chatEnded],
  ] as const)('offers a retry of what failed (%s) where it can help', async (failure, canRetry, text) => {
    const { screen, user, chat, row } = showPanel({}, (chat) => {
      chat.add(message({ id: 'u', author: 'user', text: 'hi', delivery: 'failed', failure, canRetry }));
    });
    expect(row('u').textContent).toContain(text);
    const retry = screen.queryByRole('button', { name: 'Retry' });
    expect(retry !== null).toBe(canRetry);
    if (retry) await user.click(retry);
    expect(chat.asked.includes('retry u')).toBe(canRetry);
  });

  it.each<NoticeBody>([
    { notice: 'handoff_started' },
    { notice: 'queue_status' },
    { notice: 'live_agent_joined' },
    { notice: 'live_agent_left' },
    { notice: 'agent_left' },
    { notice: 'handoff_failed' },
    { notice: 'handoff_timeout' },
    { notice: 'client_handoff_required' },
    { notice: 'agent_unavailable' },
    { notice: 'slow_reply' },
    { notice: 'idle_warning' },
    { notice: 'conversation_ended', reason: 'natural_end' },
    { notice: 'session_expired' },
    { notice: 'too_many_windows' },
    { notice: 'system', level: 'info', text: '**plain**' },
  ])('shows the notice $notice', (body) => {
    const { row } = showPanel({}, (chat) => chat.add(notice('n', body)));
    expect([row('n').dataset.author, row('n').dataset.kind]).toEqual(['notice', body.notice]);
    expect(row('n').querySelector('p')?.textContent).not.toBe('');
  });

  it('leads the visitor where the site’s configuration says', () => {
    const { screen, config, happen, chat } = showPanel();
    happen(() => {
      config.value = {
        header: { text: 'Northwind' },
        default_locale: 'en',
        handoff_routes: {
          loans: { label: { en: 'Loans desk' }, url: 'https://shop.example/loans' },
          '*': { label: { en: 'Contact' }, url: 'https://shop.example/contact' },
        },
      };
      chat.add(notice('a', { notice: 'client_handoff_required', queueName: 'loans' }));
      chat.add(notice('b', { notice: 'client_handoff_required', reason: '__proto__' }));
    });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://shop.example/loans',
      'https://shop.example/contact',
    ]);
  });

  it('shows typing as words, and takes them away', () => {
    const { screen, happen, chat } = showPanel();
    happen(() => {
      chat.typing.value = { author: 'live-agent', name: 'Marta' };
    });
    expect(screen.getByText('Marta is typing')).toBeTruthy();
    happen(() => {
      chat.typing.value = null;
    });
    expect(screen.queryByText(/is typing/)).toBeNull();
  });

  it('sends a suggestion as the visitor’s words', async () => {
    const { screen, user, chat, happen } = showPanel();
    expect(screen.queryByRole('group')).toBeNull();
    happen(() => {
      chat.suggestions.value = [{ messageText: 'Yes, please' }, { messageText: 'No' }];
    });
    expect(screen.getByRole('group', { name: 'Suggested replies' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes, please' }));
    expect(chat.asked).toContain('send Yes, please');
  });

  it('makes cards, phone numbers and pictures of attachments, and only safe ones', async () => {
    const { screen, user, row } = showPanel({}, (chat) =>
      chat.add(
        message({
          id: 'a',
          author: 'agent',
          attachments: [
            {
              contentType: 'url',
              contentUrl: 'https://shop.example/x',
              title: 'Guide',
              callToActionText: 'Read',
            },
            { contentType: 'url', contentUrl: 'javascript:alert(1)', title: 'Bad' },
            { contentType: 'image', contentUrl: 'https://elsewhere.example/a.png', title: 'Branch' },
          ],
          callActions: [
            { title: 'Service', contactNumber: '+44 20 7946 0000' },
            { title: 'Odd', contactNumber: '*21#' },
          ],
        }),
      ),
    );
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://shop.example/x',
      'tel:+442079460000',
    ]);
    expect(screen.getByRole('link', { name: /Guide.*shop\.example.*Read/ })).toBeTruthy();
    expect(row('a').querySelector('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: /Show image from elsewhere\.example/ }));
    expect(row('a').querySelector('img')?.src).toBe('https://elsewhere.example/a.png');
    expect(row('a').textContent).toContain('*21#');
  });

  it('draws a long history in several tasks, newest first, and none of it twice', () => {
    const { clock, happen, row } = showPanel({}, (chat) => {
      for (let at = 0; at < 400; at++)
        chat.add(message({ id: `m${at}`, author: 'agent', text: `text ${at}` }));
    });
    const drawn = () => document.querySelectorAll('[data-message-id]').length;
    expect([drawn(), row('m399').textContent?.includes('text 399')]).toEqual([100, true]);
    happen(() => clock.advance(0));
    expect(drawn()).toBe(200);
    happen(() => clock.advance(0));
    happen(() => clock.advance(0));
    expect([drawn(), clock.waiting()]).toEqual([400, 0]);
    expect(document.querySelector('[data-message-id]')?.getAttribute('data-message-id')).toBe('m0');
  });
});
