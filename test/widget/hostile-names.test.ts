import { describe, expect, it } from 'vitest';
import { showPanel } from './support/panel.tsx';
import { message, notice } from './support/scripted-chat.ts';

/** The end of any embedding or isolation, then letters from right to left until the paragraph ends. */
const NAME = '\u2069\u202c\u202eMarta\u2067';

describe('a name that turns the writing direction', () => {
  it('S-32: turns no sentence of ours around', () => {
    const { chat, happen, row, screen } = showPanel();
    happen(() => {
      chat.add(notice('in', { notice: 'live_agent_joined', name: NAME }));
      chat.add(notice('out', { notice: 'live_agent_left', name: NAME }));
      chat.handoff.value = 'live';
      chat.typing.value = { author: 'live-agent', name: NAME };
    });
    expect([row('in').textContent, row('out').textContent]).toEqual(['Marta has joined.', 'Marta has left.']);
    expect(screen.getAllByText('You are talking to Marta').length).toBe(1);
    expect(screen.getAllByText('Marta is typing').length).toBe(1);
  });

  it('S-32: stands apart from what is beside it, as numbers and hosts do', () => {
    const { chat, happen, row } = showPanel();
    happen(() =>
      chat.add(
        message({
          id: 'm',
          author: 'live-agent',
          text: NAME,
          person: { name: NAME },
          attachments: [{ contentType: 'url', contentUrl: 'https://аррӏе.example/', title: NAME }],
          callActions: [{ title: NAME, contactNumber: '0800 123' }],
        }),
      ),
    );
    const apart = (selector: string) =>
      [...row('m').querySelectorAll(selector)].map(({ localName, textContent }) => [localName, textContent]);
    expect(apart('bdi')).toEqual([
      ['bdi', NAME],
      ['bdi', 'xn--80ak6aa92e.example'],
      ['bdi', '0800 123'],
    ]);
    expect(apart('[dir=auto]')).toEqual([
      ['div', NAME],
      ['strong', NAME],
    ]);
  });
});
