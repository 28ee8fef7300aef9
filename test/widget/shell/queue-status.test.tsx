import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { showPanel, texts as words } from '../support/panel-harness.tsx';
import { NOON, notice } from '../support/scripted-chat.ts';

function queue(first: Parameters<typeof notice>[1] = { notice: 'handoff_started' }) {
  const { chat, clock, row, screen, ui, update } = showPanel();
  const card = () => document.querySelector<HTMLElement>('.handoff-card');
  const texts = () =>
    [...(card()?.querySelectorAll('strong, p') ?? [])].map(({ textContent }) => textContent);
  const progress = () =>
    document.querySelector<HTMLElement>('.queue-progress')?.style.getPropertyValue('--_fraction');
  update(() => {
    chat.connection.value = 'online';
    chat.handoff.value = 'queued';
    chat.add(notice('started', first));
  });
  return { card, chat, clock, progress, row, screen, texts, ui, update };
}

const TITLE = 'Finding someone for you';
const HINT = 'They’ll see what you write.';

describe('the queue card', () => {
  it('M-6.9: tells place and wait, whatever is written meanwhile', () => {
    const { chat, texts, update } = queue();
    expect(texts()).toEqual([TITLE, HINT]);
    update(() => chat.add(notice('q3', { notice: 'queue_status', position: 3, estimatedWaitSeconds: 120 })));
    const third = '3rd in line, about 2 mins';
    expect(texts()).toEqual([TITLE, third]);
    update(() => chat.add(notice('other', { notice: 'system', level: 'info', text: 'A note' })));
    expect(texts()[1]).toBe(third);
    update(() => chat.add(notice('q1', { notice: 'queue_status', position: 1 })));
    expect(texts()[1]).toBe('1st in line');
  });

  it('tells no place of an earlier queue, and the words of the platform instead of its own', () => {
    const { chat, texts, update } = queue();
    update(() => chat.add(notice('q', { notice: 'queue_status', displayMessage: 'Soon' })));
    expect(texts()).toEqual([TITLE, 'Soon']);
    update(() => chat.add(notice('q1', { notice: 'queue_status', position: 1 })));
    update(() => chat.add(notice('failed', { notice: 'handoff_timeout' })));
    update(() => chat.add(notice('again', { notice: 'handoff_started' })));
    expect(texts()).toEqual([TITLE, HINT]);
  });

  it('shows how far the visitor has come, from the first known place on', () => {
    const { card, chat, progress, update } = queue();
    const isUnknown = () => card()?.querySelector('[data-unknown]') !== null;
    expect(isUnknown()).toBe(true);
    const seen: unknown[] = [];
    for (const position of [3, 2, 1]) {
      update(() => chat.add(notice(`q${position}`, { notice: 'queue_status', position })));
      seen.push([isUnknown(), progress()]);
    }
    expect(seen).toEqual([
      [false, '0.25'],
      [false, '0.5'],
      [false, '0.75'],
    ]);
  });

  it('the queue card becomes the card of the person who joins, for six seconds', () => {
    const { card, chat, clock, texts, update } = queue();
    update(() => {
      chat.add(notice('in', { notice: 'live_agent_joined', name: 'Ada' }, NOON));
      chat.handoff.value = 'live';
      chat.liveAgent.value = { name: 'Ada' };
    });
    expect(texts()).toEqual(['Ada has joined.']);
    update(() => clock.advance(5_999));
    expect(card()).not.toBe(null);
    update(() => clock.advance(1));
    expect(card()).toBe(null);
  });

  it('M-13.9: assistive technology gets the notices of the wait, and everybody else the queue card', () => {
    const { card, chat, row, update } = queue();
    update(() => chat.add(notice('q', { notice: 'queue_status', position: 1 })));
    const isHidden = (id: string) => row(id).classList.contains('visually-hidden');
    expect(['started', 'q'].map(isHidden)).toEqual([true, true]);
    expect(card()?.querySelectorAll('[aria-hidden] :is(strong, p)').length).toBe(2);
  });

  it('M-13.9: the queue card passes the person to the header, where they stay while the connection is lost', () => {
    const { chat, clock, screen, update } = queue();
    const heading = () => screen.getByRole('heading', { level: 2 }).textContent;
    update(() => {
      chat.add(notice('in', { notice: 'live_agent_joined', name: 'Ada' }, NOON));
      chat.handoff.value = 'live';
      chat.liveAgent.value = { name: 'Ada' };
    });
    const joined = heading();
    update(() => clock.advance(6_000));
    const seen = (['online', 'reconnecting', 'offline', 'failed', 'ended'] as const).map((connection) => {
      update(() => {
        chat.connection.value = connection;
      });
      return heading();
    });
    expect([joined, ...seen]).toEqual(['Northwind', 'Ada', 'Ada', 'Ada', 'Ada', 'Northwind']);
  });

  it('shows no card for a person who joined before the page was loaded', () => {
    const { card, chat, update } = queue();
    update(() => {
      chat.add(notice('in', { notice: 'live_agent_joined', name: 'Ada' }, NOON - 60_000));
      chat.handoff.value = 'live';
      chat.liveAgent.value = { name: 'Ada' };
    });
    expect(card()).toBe(null);
  });
});

describe('the usual wait', () => {
  /** A queue at a relay that knows this wait. */
  function queueAt(usual: number | null | 'unreachable', first?: Parameters<typeof notice>[1]) {
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
      calls.push(body ? JSON.parse(String(body)) : url);
      if (usual === 'unreachable') throw new TypeError('offline');
      return body ? new Response(null, { status: 204 }) : Response.json({ usual_s: usual });
    });
    // So that the lazy part can be seen.
    vi.stubGlobal(
      'Notification',
      Object.assign(() => {}, { permission: 'default' }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const shown = queue(first);
    const place = (position: number, more: object = {}) =>
      shown.update(() =>
        shown.chat.add(
          notice('q', { notice: 'queue_status', queueName: 'Orders & more', position, ...more }),
        ),
      );
    const join = (atMs: number) =>
      shown.update(() => {
        shown.chat.add(notice('in', { notice: 'live_agent_joined', name: 'Ada' }, NOON + atMs));
        shown.chat.handoff.value = 'live';
      });
    return { ...shown, calls, join, place };
  }
  const ASKED = 'https://relay.example/chat/waits?queue=Orders%20%26%20more';

  it('M-13.11: the usual wait is asked for once, stays the same, and is read out', async () => {
    const { calls, place, texts, ui } = queueAt(70);
    place(2);
    await expect.poll(texts).toEqual([TITLE, '2nd in line, usually 2 mins']);
    await expect.poll(() => ui.announcement.value).toContain('2nd in line, usually 2 mins');
    place(1);
    expect([texts()[1], calls]).toEqual(['1st in line, usually 2 mins', [ASKED]]);
  });

  it.each([
    ['the figure of the platform', { estimatedWaitSeconds: 300 }, '1st in line, about 5 mins'],
    ['the words of the platform', { displayMessage: 'Ada is next.' }, 'Ada is next.'],
  ])('M-13.11: the usual wait gives way to %s', async (_, more, text) => {
    const { calls, join, place, screen, texts } = queueAt(60);
    place(2, more);
    await screen.findByRole('button', { name: words.tellMe });
    place(1, more);
    await new Promise((resolve) => setTimeout(resolve));
    expect(texts()[1]).toBe(text);
    join(1_000);
    await expect.poll(() => calls).toEqual([{ queue: 'Orders & more', seconds: 1 }]);
  });

  it.each([null, 'unreachable'] as const)(
    'M-13.11: the usual wait is left out where it is %s',
    async (usual) => {
      const { calls, place, texts } = queueAt(usual);
      place(3);
      await expect.poll(() => calls).toEqual([ASKED]);
      expect(texts()[1]).toBe('3rd in line');
    },
  );

  it('M-13.11: a wait is told to the relay when a person joins', async () => {
    const { calls, join, place } = queueAt(null);
    place(1);
    await expect.poll(() => calls).toEqual([ASKED]);
    join(95_400);
    await expect.poll(() => calls).toEqual([ASKED, { queue: 'Orders & more', seconds: 95.4 }]);
  });

  it('M-13.11: a wait without a known beginning is not told', async () => {
    const { calls, join, place } = queueAt(null, { notice: 'slow_reply' });
    place(1);
    await expect.poll(() => calls).toEqual([ASKED]);
    join(95_400);
    expect(calls).toEqual([ASKED]);
  });
});
