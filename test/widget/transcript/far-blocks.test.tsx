import { describe, expect, it } from 'vitest';
import { NEWEST_ROWS } from '../../../src/protocol/limits.ts';
import { BLOCK_SIZE } from '../../../src/widget/transcript/blocks.ts';
import { useIntersections } from '../support/intersections.ts';
import { type PanelHarness, showPanel } from '../support/panel-harness.tsx';
import { message, notice, type ScriptedChat } from '../support/scripted-chat.ts';

const intersections = useIntersections();

const blocks = () => [...document.querySelectorAll<HTMLElement>('.block')];
/** For each block whether it is rows or text. */
const forms = () => blocks().map((block) => (block.classList.contains('far') ? 'text' : 'rows'));
const ids = () =>
  [...document.querySelectorAll<HTMLElement>('[data-message-id]')].map(
    (element) => element.dataset['messageId'],
  );

/** Messages in ten blocks. */
const COUNT = 9 * BLOCK_SIZE + NEWEST_ROWS;

let panel: PanelHarness;

/** Reports the blocks at these indexes as near, and all others as far. */
const look = (...indexes: readonly number[]) => {
  const all = blocks();
  intersections.report((intersection) => indexes.includes(all.indexOf(intersection as HTMLElement)));
  while (panel.frames.waiting() > 0) panel.update(panel.frames.next);
};

/** A panel with the messages, all of them rendered. `change` follows the messages. */
function showLong(change: (chat: ScriptedChat) => void = () => {}): PanelHarness {
  panel = showPanel({}, (chat) => {
    for (let at = 0; at < COUNT; at++)
      chat.add(message({ id: `m${at}`, author: at % 2 ? 'agent' : 'user', text: `**text** ${at}` }));
    change(chat);
  });
  for (let task = 0; task < 3; task++) {
    look();
    panel.update(() => panel.clock.advance(0));
  }
  return panel;
}

describe('a long conversation', () => {
  it('shows a long conversation as text, except the latest blocks', () => {
    const { row } = showLong();
    expect(forms()).toEqual([...Array(8).fill('text'), 'rows', 'rows']);
    expect(ids()).toEqual(Array.from({ length: COUNT }, (_, at) => `m${at}`));
    expect([row('m0').outerHTML, row('m1').outerHTML]).toEqual([
      '<p data-message-id="m0" data-author="user">You said:\n**text** 0</p>',
      '<p data-message-id="m1" data-author="agent">Assistant said:\ntext 1</p>',
    ]);
  });

  it('leaves all blocks in the page when messages of many blocks come at once', () => {
    const { chat, update } = showLong();
    const before = blocks().slice(0, -1);
    update(() => {
      for (let at = 0; at < 30 * BLOCK_SIZE; at++) chat.add(message({ id: `late${at}`, author: 'agent' }));
    });
    expect(blocks().slice(0, before.length)).toEqual(before);
    expect(before.every(({ isConnected }) => isConnected)).toBe(true);
    expect(ids()).toHaveLength(COUNT + 30 * BLOCK_SIZE);
  });

  it('leaves the rows of a short conversation in the page when messages of several blocks come at once', () => {
    const { chat, row, update } = showPanel({}, (added) => {
      for (let at = 0; at < 5; at++) added.add(message({ id: `m${at}`, author: 'agent' }));
    });
    const before = row('m0');
    update(() => {
      for (let at = 0; at < 6 * BLOCK_SIZE; at++) chat.add(message({ id: `late${at}`, author: 'agent' }));
    });
    expect([row('m0') === before, ids().length]).toEqual([true, 5 + 6 * BLOCK_SIZE]);
  });

  it('shows rows near the visible part, and text further away', () => {
    showLong();
    look(2, 3);
    const near = forms();
    look(0);
    expect([near, forms()]).toEqual([
      ['text', 'text', 'rows', 'rows', ...Array(4).fill('text'), 'rows', 'rows'],
      ['rows', ...Array(7).fill('text'), 'rows', 'rows'],
    ]);
  });

  it('renders one block of rows a frame, and none of a place that is left at once', () => {
    const { frames, screen, update } = showLong();
    const all = blocks();
    intersections.report((intersection) => [2, 3, 4].includes(all.indexOf(intersection as HTMLElement)));
    const rows: number[] = [];
    while (frames.waiting() > 0) {
      update(frames.next);
      rows.push(forms().indexOf('rows'), forms().lastIndexOf('rows', 7));
    }
    intersections.report((intersection) => all.indexOf(intersection as HTMLElement) === 6);
    const log = screen.getByRole('log');
    log.scrollTop = 20_000;
    log.dispatchEvent(new Event('scroll'));
    expect([rows, frames.waiting()]).toEqual([[3, 3, 2, 3, 2, 4], 0]);
  });

  it('keeps all entries in order, whatever is near', () => {
    showLong();
    for (const at of [7, 5, 0, 3, 6]) {
      look(at);
      expect(ids()).toEqual(Array.from({ length: COUNT }, (_, at) => `m${at}`));
    }
  });

  it('renders nothing while it scrolls fast, and the blocks that are near once it rests', () => {
    const { clock, frames, screen, update } = showLong();
    const log = screen.getByRole('log');
    update(() => {
      log.scrollTop = 20_000;
      log.dispatchEvent(new Event('scroll'));
    });
    look(3);
    const fast = forms();
    update(() => clock.advance(100));
    update(frames.next);
    expect([fast[3], forms()[3]]).toEqual(['text', 'rows']);
  });

  it('keeps a row that has the focus or can still change', () => {
    const { row, update, chat, ui } = showLong((chat) =>
      chat.change('m60', { delivery: 'failed', canRetry: true }),
    );
    look(1, 2);
    look();
    const retried = forms()[2];
    update(() => chat.change('m60', { delivery: 'delivered', canRetry: false }));
    look(1);
    row('m30').tabIndex = 0;
    row('m30').focus();
    look();
    const focused = forms();
    row('m30').blur();
    update(() => {
      ui.overlay.value = { source: 'https://shop.example/lamp.png', alt: '' };
    });
    look();
    const enlarged = forms();
    update(() => {
      ui.overlay.value = null;
    });
    look();
    expect([retried, focused.slice(1, 3), enlarged[1], forms()[1]]).toEqual([
      'rows',
      ['rows', 'text'],
      'rows',
      'text',
    ]);
  });

  it('keeps a picture that the visitor has chosen to load', async () => {
    const { row, user } = showLong((chat) =>
      chat.change('m61', { text: '![a lamp](https://images.example/lamp.png)' }),
    );
    look(2);
    await user.click(row('m61').querySelector('button.image-placeholder') as Element);
    look();
    expect(forms()[2]).toBe('rows');
  });

  it('shows a row for a message that streams, however long ago it began', () => {
    showLong((chat) => chat.change('m1', { streaming: true }));
    expect(forms()).toEqual(['rows', ...Array(7).fill('text'), 'rows', 'rows']);
  });

  it('shows the latest text of a far message when it is sent again', () => {
    const { chat, row, update } = showLong();
    update(() => {
      chat.change('m1', { text: 'another text' });
      chat.emit('message', message({ id: 'm1', author: 'agent', text: 'another text' }));
    });
    expect(row('m1').textContent).toBe('Assistant said:\nanother text');
  });

  it('names the author of a far message as soon as the name is known', () => {
    const { chat, row, update } = showLong();
    update(() => {
      chat.agent.value = { name: 'Iris' };
    });
    expect(row('m1').textContent).toBe('Iris said:\ntext 1');
  });

  it('keeps the kind of a far notice and the titles of what is attached', () => {
    const { row } = showPanelWithExtras();
    expect([row('n').outerHTML, row('a').textContent]).toEqual([
      '<p data-message-id="n" data-author="notice" data-kind="system">The shop is closed.</p>',
      'Assistant said:\nSee this\nA lamp\nCall us +44 20 7946 0000',
    ]);
  });

  it('shows rows again in a new conversation', () => {
    const { chat, update } = showLong();
    update(() => {
      chat.order.value = [];
    });
    update(() => chat.add(message({ id: 'new', author: 'agent', text: 'Hello' })));
    expect([forms(), ids()]).toEqual([['rows'], ['new']]);
  });

  it('leaves no timer behind', () => {
    const { clock, frames, update } = showLong();
    look();
    update(() => clock.advance(1_000));
    update(frames.next);
    expect([clock.waiting(), frames.waiting()]).toEqual([0, 0]);
  });
});

function showPanelWithExtras(): PanelHarness {
  panel = showPanel({}, (chat) => {
    chat.add(notice('n', { notice: 'system', level: 'info', text: 'The shop is closed.' }));
    chat.add(
      message({
        id: 'a',
        author: 'agent',
        text: 'See this',
        attachments: [{ contentType: 'url', contentUrl: 'https://shop.example/lamp', title: 'A lamp' }],
        callActions: [{ title: 'Call us', contactNumber: '+44 20 7946 0000' }],
      }),
    );
    for (let at = 0; at < 9 * BLOCK_SIZE; at++)
      chat.add(message({ id: `m${at}`, author: 'agent', text: 'x' }));
  });
  for (let task = 0; task < 3; task++) {
    look();
    panel.update(() => panel.clock.advance(0));
  }
  return panel;
}
