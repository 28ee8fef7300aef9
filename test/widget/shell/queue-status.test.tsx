import { describe, expect, it } from 'vitest';
import { showPanel } from '../support/panel-harness.tsx';
import { NOON, notice } from '../support/scripted-chat.ts';

function queue() {
  const { chat, clock, row, screen, update } = showPanel();
  const card = () => document.querySelector<HTMLElement>('.handoff-card');
  const texts = () =>
    [...(card()?.querySelectorAll('strong, p') ?? [])].map(({ textContent }) => textContent);
  const progress = () =>
    document.querySelector<HTMLElement>('.queue-progress')?.style.getPropertyValue('--_fraction');
  update(() => {
    chat.connection.value = 'online';
    chat.handoff.value = 'queued';
    chat.add(notice('started', { notice: 'handoff_started' }));
  });
  return { card, chat, clock, progress, row, screen, texts, update };
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
