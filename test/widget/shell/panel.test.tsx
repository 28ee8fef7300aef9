import { fireEvent, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import type { Entry, NoticeBody } from '../../../src/chat/model/model.ts';
import { DEFAULT_WIDGET_CONFIG } from '../../../src/protocol/widget-config.ts';
import { useIntersections } from '../support/intersections.ts';
import { showPanel, texts } from '../support/panel-harness.tsx';
import { message, NOON, notice } from '../support/scripted-chat.ts';

const intersections = useIntersections();

describe('the panel', () => {
  it('the panel is a dialog named after the header', () => {
    const { screen } = showPanel();
    expect(screen.getByRole('dialog', { name: 'Northwind' }).getAttribute('aria-modal')).toBeNull();
  });

  it('the panel has a name even without a header', () => {
    const { screen } = showPanel({ showHeader: false });
    expect(screen.getByRole('dialog', { name: 'Northwind' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close chat' })).toBeNull();
  });

  it('gives the site’s own texts their own direction', () => {
    const { config, screen, update } = showPanel();
    update(() => {
      const disclaimer = { text: { en: 'نحن نستخدم مساعدًا آليًا' }, show: 'always' as const };
      config.value = { ...DEFAULT_WIDGET_CONFIG, header: { text: 'نورثويند' }, disclaimer };
    });
    const texts = [screen.getByRole('heading'), screen.getByRole('note').firstElementChild];
    expect(texts.map((text) => text?.getAttribute('dir'))).toEqual(['auto', 'auto']);
  });

  it('shows no header in an iOS web view, and no close button in a container', () => {
    expect(showPanel({ platform: 'ios' }).screen.queryByRole('heading')).toBeNull();
    expect(showPanel({ container: '#chat' }).screen.queryByRole('button', { name: 'Close chat' })).toBeNull();
  });

  it('stays open when Escape only cancels a candidate of an input method', () => {
    const { screen, closed } = showPanel();
    const field = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
    expect(closed.count).toBe(0);
  });

  it('closes on its button and on Escape', async () => {
    const { screen, user, closed } = showPanel();
    await user.click(screen.getByRole('button', { name: 'Close chat' }));
    screen.getByRole('textbox', { name: 'Message' }).focus();
    await user.keyboard('{Escape}');
    expect(closed.count).toBe(2);
  });

  it('uses the colour scheme of the options', () => {
    const { screen } = showPanel({ colorScheme: 'dark' });
    expect(screen.getByRole('dialog').dataset.scheme).toBe('dark');
  });

  it.each([
    ['connecting', 'none', 'Connecting…'],
    ['online', 'none', 'Online'],
    ['online', 'queued', 'Online'],
  ] as const)('shows the state of %s and handoff %s', (connection, handoff, text) => {
    const { config, screen, update } = showPanel({}, (chat) => {
      chat.connection.value = connection;
      chat.handoff.value = handoff;
    });
    update(() => {
      config.value = { ...DEFAULT_WIDGET_CONFIG, header: { text: 'Northwind' }, agent_kind: 'none' };
    });
    expect(screen.getByRole('heading').textContent).toBe('Northwind');
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('shows the person whom the visitor talks to above the title of the site, and keeps its name', () => {
    const { chat, screen, update } = showPanel({}, (before) => {
      before.connection.value = 'online';
      before.handoff.value = 'live';
      before.liveAgent.value = { name: 'Marta' };
    });
    const dialog = screen.getByRole('dialog', { name: 'Northwind' });
    expect(screen.getByRole('heading').textContent).toBe('Marta');
    update(() => {
      chat.connection.value = 'reconnecting';
    });
    expect(screen.getByRole('heading').textContent).toBe('Marta');
    expect(screen.getByRole('dialog', { name: 'Northwind' })).toBe(dialog);
  });
});

describe('a panel with a part that cannot be drawn', () => {
  /** A message whose suggestions and attachments cannot be read. */
  const poison = {
    ...message({ id: 'p', author: 'agent', text: 'Poison' }),
    get attachments(): never {
      throw new Error('poison');
    },
  };

  it('M-12.21: a part that cannot be drawn shows the failure with a retry and keeps the rest and the draft', async () => {
    const { screen, user, chat, update } = showPanel({}, (chat) => {
      chat.add(message({ id: 'a', author: 'agent', text: 'Before' }));
    });
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Half a thought');
    update(() => {
      chat.trouble.value = { code: 'internal', canRetry: true };
      chat.add(poison);
    });
    expect(chat.calls.filter((call) => call.startsWith('fail'))).toEqual(['fail Error: poison']);
    expect(screen.getByText(texts.failed)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe(
      'Half a thought',
    );
    expect(screen.queryByRole('log')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(chat.calls.at(-1)).toBe('reconnect');
    update(() => {
      chat.order.value = ['a'];
      chat.connection.value = 'connecting';
    });
    expect(screen.getByRole('log').textContent).toContain('Before');
  });
});

describe('the banner', () => {
  it.each([
    ['reconnecting', null, texts.reconnecting, ['Retry']],
    ['offline', null, texts.offline, []],
    ['failed', { code: 'unreachable', canRetry: true }, texts.unreachable, ['Retry']],
    ['failed', { code: 'configuration', canRetry: false }, texts.configuration, []],
    ['failed', { code: 'too_many_windows', canRetry: true }, texts.tooManyWindows, ['Retry']],
    ['failed', { code: 'socket_blocked', canRetry: true }, texts.socketBlocked, ['Retry']],
    ['failed', { code: 'no_history', canRetry: true }, texts.noHistory, ['Retry']],
    ['failed', { code: 'internal', canRetry: true }, texts.failed, ['Retry']],
  ] as const)(
    'the banner explains %s %j and offers the fitting buttons',
    (connection, error, text, buttons) => {
      const { screen } = showPanel({}, (chat) => {
        chat.connection.value = connection;
        chat.trouble.value = error;
      });
      const banner = screen.getByText(text).closest('[role=status]');
      expect([...(banner?.querySelectorAll('button') ?? [])].map((button) => button.textContent)).toEqual(
        buttons,
      );
    },
  );

  it('shows no banner while the chat is online', () => {
    const { screen } = showPanel();
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toEqual(['', '', '']);
  });

  it('the banner reconnects and restarts on request', async () => {
    const { screen, user, chat, update } = showPanel({}, (chat) => {
      chat.connection.value = 'failed';
    });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    update(() => {
      chat.connection.value = 'ended';
    });
    await user.click(screen.getByRole('button', { name: 'Start new chat' }));
    expect(chat.calls.filter((call) => !call.startsWith('typing'))).toEqual(['reconnect', 'restart']);
  });
});

describe('the menu', () => {
  it('the menu focuses its first item, moves by arrow keys and returns the focus', async () => {
    const { screen, user, closed } = showPanel();
    const button = screen.getByRole('button', { name: 'Menu' });
    button.focus();
    await user.keyboard('{ArrowDown}');
    // The download items are disabled in an empty chat.
    const item = await screen.findByRole('menuitemcheckbox', { name: 'Sound' });
    await expect.poll(() => document.activeElement).toBe(item);
    // Last, after a divider, stands what ends the conversation.
    await user.keyboard('{ArrowDown}');
    const restart = screen.getByRole('menuitem', { name: 'Start new chat' });
    expect([document.activeElement, restart.previousElementSibling?.localName]).toEqual([restart, 'hr']);
    await user.keyboard('{ArrowDown}');
    const end = screen.getByRole('menuitem', { name: 'End chat' });
    expect([document.activeElement, end.nextElementSibling]).toEqual([end, null]);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(item);
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('menu'), document.activeElement, closed.count]).toEqual([null, button, 0]);
  });

  it.each([
    ['nobody has written', false, undefined, null],
    ['the visitor has written', true, undefined, 'Start a new chat?'],
    ['a person is there', true, { name: 'Ada' }, 'Start a new chat? Your chat with Ada will end.'],
  ])('asks before a new chat ends the present one, when %s', async (_, hasWritten, person, question) => {
    const { screen, user, chat } = showPanel({}, (scripted) => {
      scripted.connection.value = 'online';
      scripted.liveAgent.value = person ?? null;
      if (hasWritten) scripted.add(message({ id: 'u', author: 'user', text: 'Hi' }));
    });
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Start new chat' }));
    const dialog = screen.queryByRole('alertdialog');
    const before = chat.calls.includes('restart');
    if (dialog) await user.click(within(dialog).getByRole('button', { name: 'Start new chat' }));
    expect([dialog?.querySelector('p')?.textContent ?? null, before, chat.calls.includes('restart')]).toEqual(
      [question, question === null, true],
    );
  });

  it('the menu asks before it ends the chat: Escape and “Keep chatting” keep it and return the focus', async () => {
    const { screen, user, chat, closed } = showPanel();
    const button = screen.getByRole('button', { name: 'Menu' });
    const ask = async () => {
      await user.click(button);
      await user.click(screen.getByRole('menuitem', { name: 'End chat' }));
      return screen.getByRole('alertdialog', { name: 'End chat?' });
    };
    const keep = () => screen.getByRole('button', { name: 'Keep chatting' });
    await ask();
    expect(document.activeElement).toBe(keep());
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('alertdialog'), document.activeElement, closed.count]).toEqual([
      null,
      button,
      0,
    ]);
    await ask();
    await user.tab();
    expect(document.activeElement).toBe(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End chat' }),
    );
    await user.tab();
    await user.keyboard('{Enter}');
    expect([screen.queryByRole('alertdialog'), document.activeElement, chat.calls.includes('end')]).toEqual([
      null,
      button,
      false,
    ]);
    const dialog = await ask();
    await user.click(within(dialog).getByRole('button', { name: 'End chat' }));
    expect([screen.queryByRole('alertdialog'), chat.calls.includes('end')]).toEqual([null, true]);
  });

  it('the menu withdraws the question when the chat ends meanwhile', async () => {
    const { screen, user, chat, update, ui } = showPanel();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'End chat' }));
    update(() => {
      chat.connection.value = 'ended';
    });
    expect([screen.queryByRole('alertdialog'), ui.overlay.value]).toEqual([null, null]);
  });

  it.each([
    ['nothing', {}, 0],
    ['an address that is not a link', { privacy_url: 'javascript:alert(1)' }, 0],
    ['one policy', { terms_url: 'https://shop.example/terms' }, 1],
  ])('shows a strip of policies only with a link in it: %s', async (_, policies, count) => {
    const { config, screen, update, user } = showPanel();
    update(() => {
      config.value = { ...DEFAULT_WIDGET_CONFIG, policies: { place: 'menu', ...policies } };
    });
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.getByRole('menu').querySelectorAll('.policies').length).toBe(count);
  });

  it('the menu disables “End chat” after the end', async () => {
    const { screen, user } = showPanel({}, (chat) => {
      chat.connection.value = 'ended';
    });
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.getByRole('menuitem', { name: 'End chat' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('the transcript', () => {
  it('the transcript is a log that is not announced while text streams in', () => {
    const { screen, row, update, chat } = showPanel();
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
    update(() => chat.add(message({ id: 'a', author: 'agent', text: 'Hel', streaming: true })));
    expect([row('a').dataset.streaming, row('a').getAttribute('aria-busy')]).toEqual(['true', 'true']);
    update(() => chat.change('a', { streaming: false }));
    expect([row('a').dataset.streaming, row('a').getAttribute('aria-busy')]).toEqual([undefined, null]);
  });

  it('announces each complete answer once, without Markdown', async () => {
    const { screen, update, chat } = showPanel();
    const complete = message({ id: 'a', author: 'agent', text: 'See **this** [page](https://x.example)' });
    update(() => chat.emit('message', complete));
    expect(await screen.findByText('Assistant said: See this page')).toBeTruthy();
  });

  it.each([
    ['2 < 3 & 5 > 4', '2 < 3 & 5 > 4'],
    ['> A *quotation*\n> of two lines', 'A quotation of two lines'],
    ['| Size | Price |\n|:--|--:|\n| S | 9 |', 'Size Price S 9'],
    ['2*3 is 6', '2*3 is 6'],
    ['order_id', 'order_id'],
    ['See https://shop.example/a_b', 'See https://shop.example/a_b'],
    ['a <b>bold</b> word', 'a bold word'],
    ['Street 1\\\nTown', 'Street 1 Town'],
    ['![A lamp](https://shop.example/lamp.png) and [its page](https://shop.example)', 'A lamp and its page'],
    ['```sh\nnpm i\n```', 'npm i'],
  ])('announces the words of %j', async (text, words) => {
    const { screen, update, chat } = showPanel();
    update(() => chat.emit('message', message({ id: 'a', author: 'agent', text })));
    expect(await screen.findByText(`Assistant said: ${words}`)).toBeTruthy();
  });

  it('announces names and titles literally, as they are no Markdown', async () => {
    const { screen, update, chat } = showPanel();
    const attachments = [{ contentType: 'link' as const, title: 'A *lamp*' }];
    const person = { name: 'order_bot_2' };
    update(() =>
      chat.emit('message', message({ id: 'a', author: 'agent', text: 'See', person, attachments })),
    );
    expect(await screen.findByText('order_bot_2 said: See A *lamp*')).toBeTruthy();
  });

  it('announces the last three of many messages that come at once, as of a history', async () => {
    const { screen, update, chat } = showPanel();
    update(() => {
      for (let at = 1; at <= 50; at++)
        chat.emit('message', message({ id: `${at}`, author: 'agent', text: `Number ${at}.` }));
    });
    const said = [48, 49, 50].map((at) => `Assistant said: Number ${at}.`).join(' ');
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('M-13.8: offers again what was asked while waiting for a person who did not come', async () => {
    for (const end of ['handoff_failed', 'handoff_timeout'] as const) {
      const { row, screen, update, user, chat } = showPanel();
      const say = (id: string, author: 'user' | 'agent', text: string, delivery?: 'failed') =>
        chat.add(message({ id, author, text, ...(delivery && { delivery }) }));
      update(() => {
        say('1', 'user', 'A person, please');
        chat.add(notice('2', { notice: 'handoff_started' }));
        say('3', 'user', 'Are you open?');
        say('4', 'agent', 'Until six.');
        for (const [at, text] of ['Hello?', 'Where is 4711?', 'Paid?', 'Hello?', 'Red?', ' '].entries())
          say(`5${at}`, 'user', text);
        say('6', 'user', 'Lost', 'failed');
        chat.add(notice('7', { notice: end }));
      });
      const offered = () => [...row('7').querySelectorAll('button')].map((element) => element.textContent);
      expect(offered()).toEqual(['Where is 4711?', 'Paid?', 'Red?']);
      await user.click(screen.getByRole('button', { name: 'Paid?' }));
      expect(chat.calls).toContain('send Paid?');
      update(() => say('8', 'user', 'Paid?'));
      expect(offered()).toEqual([]);
    }
  });

  it('M-13.8: offers no second wish for a person that could not be met at all', () => {
    const { row } = showPanel({}, (chat) => {
      chat.add(message({ id: '1', author: 'user', text: 'A person, please' }));
      chat.add(notice('2', { notice: 'handoff_failed' }));
    });
    expect(row('2').querySelector('button')).toBeNull();
  });

  it('announces each of several notices, even above a message that is being sent', async () => {
    const { screen, update, chat } = showPanel();
    update(() => {
      chat.add(notice('a', { notice: 'handoff_started' }));
      chat.add(notice('b', { notice: 'live_agent_joined', name: 'Marta' }));
      chat.add(message({ id: 'u', author: 'user', text: 'hi', delivery: 'sending' }));
    });
    expect(await screen.findByText(`${texts.handoffStarted} Marta has joined.`)).toBeTruthy();
  });

  it('announces a new notice, and none of the history', async () => {
    const { screen, update, chat } = showPanel();
    update(() => chat.add({ kind: 'notice', id: 'old', at: NOON - 60_000, notice: 'handoff_started' }));
    update(() => chat.add(notice('new', { notice: 'live_agent_joined', name: 'Marta' })));
    await vi.waitFor(() => expect(screen.getAllByText('Marta has joined.').length).toBe(2));
    expect(screen.getAllByText(texts.handoffStarted).length).toBe(1);
  });

  it('S-129: draws at most 32 combining marks in a row, and sends what was typed', async () => {
    const many = `e${'\u0301'.repeat(100)}`;
    const person = { name: many };
    const card = {
      contentType: 'link' as const,
      contentUrl: 'https://x.example',
      title: many,
      callToActionText: many,
    };
    const callActions = [{ title: many, contactNumber: '112' }];
    const { chat, screen, ui, update, user } = showPanel({}, (chat) => {
      chat.add(message({ id: 'u', author: 'user', text: many, delivery: 'sent' }));
      chat.add(message({ id: 'a', author: 'agent', text: many, person, attachments: [card], callActions }));
      chat.add(notice('n', { notice: 'live_agent_joined', name: many }));
      chat.add(notice('s', { notice: 'system', level: 'info', text: many }));
    });
    update(() => {
      chat.suggestions.value = [{ messageText: many, payload: '' }];
      ui.draft.value = many;
    });
    expect(document.body.textContent).not.toMatch(/\p{M}{33}/u);
    expect(document.body.textContent?.match(/\p{M}{32}/gu)?.length).toBeGreaterThan(7);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(chat.calls).toContain(`send ${many}`);
  });

  it('shows author, delivery state and the exact text of the visitor', () => {
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
    ['unconfirmed', true, texts.unconfirmed],
    ['too_large', false, texts.tooLarge],
    ['queue_full', true, texts.queueFull],
    ['configuration', false, texts.notSent],
    ['ended', false, texts.chatEnded],
  ] as const)('offers a retry of a failed message (%s) if it can help', async (failure, canRetry, text) => {
    const { screen, user, chat, row } = showPanel({}, (chat) => {
      chat.add(message({ id: 'u', author: 'user', text: 'hi', delivery: 'failed', failure, canRetry }));
    });
    expect(row('u').textContent).toContain(text);
    const retry = screen.queryByRole('button', { name: 'Retry' });
    expect(retry !== null).toBe(canRetry);
    if (retry) await user.click(retry);
    expect(chat.calls.includes('retry u')).toBe(canRetry);
  });

  it('M-10.13: says how often a notice came in a row', () => {
    const { row } = showPanel({}, (chat) => {
      chat.add({
        ...notice('n', { notice: 'system', level: 'error', text: 'We are busy' }),
        count: 3,
      } as Entry);
    });
    expect(row('n').textContent).toBe('We are busy (3 times)');
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

  it('links to the handoff route of the site’s configuration', () => {
    const { screen, config, update, chat } = showPanel();
    update(() => {
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

  it('calls and writes by a handoff route, without a new tab', () => {
    const { screen, config, update, chat } = showPanel();
    update(() => {
      config.value = {
        header: { text: 'Northwind' },
        default_locale: 'en',
        handoff_routes: {
          loans: { label: { en: 'Call us' }, url: 'tel:+49 30 123456' },
          '*': { label: {}, url: 'mailto:help@shop.example' },
        },
      };
      chat.add(notice('a', { notice: 'client_handoff_required', queueName: 'loans' }));
      chat.add(notice('b', { notice: 'client_handoff_required' }));
    });
    const links = screen.getAllByRole('link');
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.hasAttribute('target')]),
    ).toEqual([
      ['Call us', 'tel:+4930123456', false],
      ['help@shop.example', 'mailto:help@shop.example', false],
    ]);
  });

  it('shows and removes the typing indicator', () => {
    const { screen, update, chat } = showPanel();
    update(() => {
      chat.typing.value = { author: 'live-agent', name: 'Marta' };
    });
    expect(screen.getByText('Marta is typing')).toBeTruthy();
    update(() => {
      chat.typing.value = null;
    });
    expect(screen.queryByText(/is typing/)).toBeNull();
  });

  it('sends a suggestion as the visitor’s message', async () => {
    const { screen, user, chat, update } = showPanel();
    expect(screen.queryByRole('group')).toBeNull();
    update(() => {
      chat.suggestions.value = [{ messageText: 'Yes, please' }, { messageText: 'No' }];
    });
    expect(screen.getByRole('group', { name: 'Suggested replies' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes, please' }));
    expect(chat.calls).toContain('send Yes, please');
  });

  it.each([
    [0, 'textbox'],
    [1, 'dialog'],
  ] as const)('keeps the focus when a pressed button goes (clicks: %i): on the %s', async (detail, role) => {
    const { screen, chat, update } = showPanel();
    update(() => {
      chat.suggestions.value = [{ messageText: 'Yes, please' }];
    });
    const button = screen.getByRole('button', { name: 'Yes, please' });
    button.focus();
    fireEvent.click(button, { detail });
    update(() => {
      chat.suggestions.value = [];
    });
    await expect.poll(() => screen.getByRole(role).matches(':focus')).toBe(true);
  });

  it('keeps the focus when the button of the banner goes, however late', async () => {
    const { screen, chat, update } = showPanel();
    update(() => {
      chat.connection.value = 'reconnecting';
    });
    screen.getByRole('button', { name: texts.retry }).focus();
    update(() => {
      chat.connection.value = 'online';
    });
    expect(screen.getByRole('dialog').matches(':focus')).toBe(true);
  });

  it('offers no suggestion without words', () => {
    const { screen, chat, update } = showPanel();
    update(() => {
      chat.suggestions.value = [{ messageText: ' \u200b ' }];
    });
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('renders safe attachments as cards, call actions and images', async () => {
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
            { contentType: 'url', contentUrl: 'javascript:alert(1)', title: 'Bad', callToActionText: 'Go' },
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

  it('M-6.22: shows the text of attachments without a URL once, without a link', () => {
    const { screen, row } = showPanel({}, (chat) =>
      chat.add(
        message({
          id: 'a',
          author: 'agent',
          attachments: [
            { contentType: 'url', title: 'Guide', callToActionText: 'Ask for it' },
            { contentType: 'link', callToActionText: 'Call us' },
            { contentType: 'image', title: 'Branch' },
          ],
        }),
      ),
    );
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect([...row('a').querySelectorAll('.card')].map((element) => element.textContent)).toEqual([
      'GuideAsk for it',
      'Call us',
      'Branch',
    ]);
  });

  it('renders a long history in several tasks, newest first, each entry once', () => {
    const { clock, frames, update, row } = showPanel({}, (chat) => {
      for (let at = 0; at < 400; at++)
        chat.add(message({ id: `m${at}`, author: 'agent', text: `text ${at}` }));
    });
    const rendered = () => document.querySelectorAll('[data-message-id]').length;
    expect([rendered(), row('m399').textContent?.includes('text 399')]).toEqual([16, true]);
    update(() => clock.advance(0));
    expect(rendered()).toBe(91);
    update(() => clock.advance(0));
    expect(rendered()).toBe(166);
    update(() => clock.advance(0));
    expect(rendered()).toBe(241);
    // Nothing is seen: the blocks before these are text, which costs less.
    intersections.report(() => false);
    update(frames.next);
    for (let task = 0; task < 3; task++) update(() => clock.advance(0));
    expect(rendered()).toBe(400);
    update(() => clock.advance(1_000));
    expect([rendered(), clock.waiting()]).toEqual([400, 0]);
    expect(document.querySelector('[data-message-id]')?.getAttribute('data-message-id')).toBe('m0');
  });

  it('renders enough of a history first to fill the panel, although an entry was shown before it', () => {
    const { chat, update } = showPanel({}, (chat) => {
      chat.add(message({ id: 'm0', author: 'agent', text: 'text' }));
    });
    update(() => {
      for (let at = 1; at < 402; at++)
        chat.add(message({ id: `m${at}`, author: 'agent', text: `text ${at}` }));
    });
    expect(document.querySelectorAll('[data-message-id]').length).toBe(16);
  });

  it('shows a long history as rows where no frame comes to decide what is far', () => {
    const { clock, update } = showPanel({}, (chat) => {
      for (let at = 0; at < 400; at++)
        chat.add(message({ id: `m${at}`, author: 'agent', text: `text ${at}` }));
    });
    const rendered = () => document.querySelectorAll('.row').length;
    for (let task = 0; task < 2; task++) update(() => clock.advance(0));
    const early = rendered();
    for (let task = 0; task < 4; task++) update(() => clock.advance(2_000));
    expect([early, rendered()]).toEqual([166, 400]);
  });
});
