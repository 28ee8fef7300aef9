import { describe, expect, it } from 'vitest';
import { systemMessage } from '../support/chat-harness.ts';
import { createConversationHarness } from './support/conversation-harness.ts';

const conversation = () => createConversationHarness('service');
const deliveries = ({ harness }: Awaited<ReturnType<typeof conversation>>) =>
  harness.chat.transcript.value.flatMap((it) =>
    it.kind === 'message' && it.author === 'user' ? [[it.text, it.delivery]] : [],
  );
const NOT_FORWARDED = 'Failed to forward message to live agent';

describe('other readings', () => {
  it('M-10.10: an error that names a message fails that one, whatever came after it', async () => {
    const it = await conversation();
    it.visitorSends('First');
    it.visitorSends('Second');
    const [first] = it.harness.chat.transcript.value;
    const metadata = { custom: { client_event_id: first?.id } };
    it.socket.receiveEvent({ ...systemMessage(NOT_FORWARDED), metadata } as never);
    expect(deliveries(it)).toEqual([
      ['First', 'failed'],
      ['Second', 'sent'],
    ]);
  });

  it('M-10.10: an error that names a message of another page fails none here', async () => {
    const it = await conversation();
    it.visitorSends('First');
    const metadata = { custom: { client_event_id: 'of another page' } };
    it.socket.receiveEvent({ ...systemMessage(NOT_FORWARDED), metadata } as never);
    expect(deliveries(it)).toEqual([['First', 'sent']]);
  });

  it('M-14.11: empty names, titles, URLs and ids count as absent', async () => {
    const it = await conversation();
    const empty = { agent_id: '', agent_name: '', avatar_url: '' };
    const card = { content_type: 'ATTACHMENT_CONTENT_TYPE_URL', content_url: 'https://a.example' };
    it.platformSends('LIVE_AGENT_MESSAGE', {
      message_id: 'm',
      text: 'Hi',
      ...empty,
      attachments: [{ ...card, title: '', preview_image_url: '', call_to_action_text: '' }],
      response_suggestions: [],
    });
    const [message] = it.view().transcript;
    expect(message).toMatchObject({
      person: {},
      attachments: [{ contentType: 'url', contentUrl: 'https://a.example' }],
    });
    expect(JSON.stringify(message)).not.toContain('""');
    expect(it.view().events.filter(([name]) => name === 'dropped')).toEqual([]);
  });

  it.each(['', 'english please', 'e', 'en_GB', '123', 'x'.repeat(9)])(
    'M-14.12: the language %j changes nothing',
    async (language_code) => {
      const it = await conversation();
      it.platformSends('LANGUAGE_CHANGED', { language_code: 'pt-BR' });
      it.platformSends('LANGUAGE_CHANGED', { language_code });
      expect(it.view().language).toBe('pt-BR');
    },
  );

  it.each([
    [{ position: 0, estimated_wait_seconds: -1 }],
    [{ position: -3, estimated_wait_seconds: 86_401 }],
    [{ position: 10_000, estimated_wait_seconds: 1e300 }],
    [{ position_in_queue: 1.5, estimated_wait_seconds: 'soon' }],
  ])('M-14.13: senseless numbers of a queue are not shown: %j', async (payload) => {
    const it = await conversation();
    it.platformSends('HANDOFF_QUEUE_STATUS', payload);
    const shown = JSON.stringify(it.view().transcript);
    expect(shown).toContain('queue_status');
    expect(shown).not.toMatch(/"(position|estimatedWaitSeconds)":/);
  });

  it.each(['', ' \n\t', '\u200b\u200d', '\ufeff', '\u2060\u00ad', '\u202e'])(
    'M-14.14: text without anything to read is not sent: %j',
    async (text) => {
      const it = await conversation();
      it.harness.chat.send(text);
      expect([it.view().transcript, it.harness.chat.transcript.value.length]).toEqual([[], 0]);
    },
  );

  it('M-14.14: signs that are joined by invisible ones are sent', async () => {
    const it = await conversation();
    it.visitorSends('👩‍💻');
    expect(deliveries(it)).toEqual([['👩‍💻', 'sent']]);
  });
});
