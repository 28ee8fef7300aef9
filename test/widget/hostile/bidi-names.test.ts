import { describe, expect, it } from 'vitest';
import { showPanel } from '../support/panel-harness.tsx';
import { message, notice } from '../support/scripted-chat.ts';

/** Ends any embedding and isolation, then overrides the direction to right-to-left. */
const NAME = '\u2069\u202c\u202eMarta\u2067';

describe('a name with bidirectional controls', () => {
  it('S-32: a name with bidirectional controls keeps the order of the widget’s sentences', () => {
    const { chat, update, row, screen } = showPanel();
    update(() => {
      chat.add(notice('in', { notice: 'live_agent_joined', name: NAME }));
      chat.add(notice('out', { notice: 'live_agent_left', name: NAME }));
      chat.connection.value = 'online';
      chat.handoff.value = 'live';
      chat.liveAgent.value = { name: NAME };
      chat.typing.value = { author: 'live-agent', name: NAME };
    });
    expect([row('in').textContent, row('out').textContent]).toEqual(['Marta has joined.', 'Marta has left.']);
    expect(screen.getByRole('heading').textContent).toBe('Marta');
    expect(screen.getAllByText('Marta is typing').length).toBe(1);
  });

  it('S-32: a sentence of the widget keeps its direction when it begins with a name of another script', () => {
    const { chat, update, row, screen } = showPanel();
    update(() => {
      chat.add(notice('in', { notice: 'live_agent_joined', name: 'עדה' }));
      chat.add(notice('busy', { notice: 'system', text: 'Ada מדברת', level: 'info' }));
      chat.connection.value = 'online';
      chat.handoff.value = 'live';
      chat.liveAgent.value = { name: 'עדה' };
    });
    const sentences = screen.getAllByText('עדה has joined.');
    expect(sentences.map(({ dir }) => dir)).toEqual(['', '']);
    // The platform may write in any language.
    expect(row('busy').querySelector('p')?.dir).toBe('auto');
  });

  it('S-32: a name is isolated from the text beside it, as numbers and hosts are', () => {
    const { chat, update, row } = showPanel();
    update(() =>
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
    const isolated = (selector: string) =>
      [...row('m').querySelectorAll(selector)].map(({ localName, textContent }) => [localName, textContent]);
    expect(isolated('bdi')).toEqual([
      ['bdi', NAME],
      ['bdi', 'xn--80ak6aa92e.example'],
      ['bdi', '0800 123'],
    ]);
    expect(isolated('[dir=auto]')).toEqual([
      ['div', '\u2069\u2069\u2067Marta\u2067'],
      ['strong', NAME],
      ['strong', NAME],
    ]);
  });
});
