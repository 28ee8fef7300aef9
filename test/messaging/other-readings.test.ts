import { describe, expect, it } from 'vitest';
import { systemMessage } from '../support/chat-harness.ts';
import { createConversationHarness } from './support/conversation-harness.ts';

const conversation = () => createConversationHarness('service');
const deliveries = ({ harness }: Awaited<ReturnType<typeof conversation>>) =>
  harness.chat.transcript.value.flatMap((entry) =>
    entry.kind === 'message' && entry.author === 'user' ? [[entry.text, entry.delivery]] : [],
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

  it.each(['AGENT_MESSAGE', 'LIVE_AGENT_MESSAGE'])(
    'M-14.15: an %s without a message id is shown, and its replay does not show it again',
    async (name) => {
      const it = await conversation();
      const events = [
        it.nextEvent(name, { text: 'One' }),
        it.nextEvent(name, { message_id: '', text: 'Two' }),
        { ...it.nextEvent(name, { message_id: null, text: 'Three' }), id: undefined },
      ];
      for (const event of [...events, ...events]) it.socket.receiveEvent(event);
      it.socket.receiveEvent({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } });
      const messages = it.view().transcript.flatMap((entry) => (entry.kind === 'message' ? [entry] : []));
      expect(messages.map(({ id, text }) => [id, text])).toEqual([
        [events[0]?.id, 'One'],
        [events[1]?.id, 'Two'],
        [`event-${events[2]?.sequence}`, 'Three'],
      ]);
      expect(it.view().events.flatMap(([event, detail]) => (event === 'message' ? [detail] : []))).toEqual(
        messages,
      );
    },
  );

  it('M-14.15: transient messages without any id are shown one by one', async () => {
    const it = await conversation();
    for (const text of ['One', 'Two'])
      it.socket.receiveEvent({ ...it.nextEvent('AGENT_MESSAGE', { text }, null), id: undefined });
    expect(it.harness.lines()).toEqual(['agent: One', 'agent: Two']);
  });

  it('M-14.15: chunks without a message id continue the streaming message, and a replay adds nothing', async () => {
    const it = await conversation();
    const chunks = [
      it.nextEvent('AGENT_MESSAGE_CHUNK', { chunk_index: 1, text: 'One ' }),
      it.nextEvent('AGENT_MESSAGE_CHUNK', { chunk_index: 2, text: 'two' }),
      it.nextEvent('AGENT_MESSAGE_CHUNK', { chunk_index: 3, is_complete: true }),
      it.nextEvent('AGENT_MESSAGE_CHUNK', { text: 'Three ' }),
      it.nextEvent('AGENT_MESSAGE_CHUNK', { text: 'four', is_complete: true }),
      it.nextEvent('AGENT_MESSAGE_CHUNK', { chunk_index: 1, text: 'Five' }),
      it.nextEvent('AGENT_MESSAGE_CHUNK', { chunk_index: 1, text: 'Six', is_complete: true }),
    ];
    for (const event of [...chunks, ...chunks]) it.socket.receiveEvent(event);
    const lines = ['agent: One two', 'agent: Three four', 'agent: Five …', 'agent: Six'];
    expect(it.harness.lines()).toEqual(lines);
    expect(it.view().transcript.map(({ id }) => id)).toEqual([0, 3, 5, 6].map((at) => chunks[at]?.id));
    const told = it.view().events.flatMap(([name, detail]) => (name === 'message' ? [detail] : []));
    expect(told).toMatchObject([{ text: 'One two' }, { text: 'Three four' }, { text: 'Six' }]);

    const fresh = await conversation();
    fresh.socket.receiveEvent({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: chunks } });
    expect(fresh.harness.lines()).toEqual(lines);
  });

  it('M-6.22: an attachment without a URL keeps its text; one without anything to show is left out', async () => {
    const it = await conversation();
    const event = it.nextEvent('AGENT_MESSAGE', {
      message_id: 'm',
      attachments: [
        {
          content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
          title: 'Lamp',
          call_to_action_text: 'Ask in the shop',
        },
        { content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE', content_url: '', title: 'Vase' },
        { content_url: 5, call_to_action_text: 'Call us' },
        { content_type: 'ATTACHMENT_CONTENT_TYPE_URL', content_url: '' },
        {},
      ],
    });
    it.socket.receiveEvent(event);
    it.socket.receiveEvent(event);
    const attachments = [
      { contentType: 'url', title: 'Lamp', callToActionText: 'Ask in the shop' },
      { contentType: 'image', title: 'Vase' },
      { contentType: 'link', callToActionText: 'Call us' },
    ];
    expect(it.view().transcript).toMatchObject([{ id: 'm', attachments }]);
  });

  it('M-6.22: a message of empty attachments alone makes no bubble', async () => {
    const it = await conversation();
    it.platformSends('AGENT_MESSAGE', { attachments: [{ content_url: '' }] });
    expect(it.view().transcript).toEqual([]);
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

  it('M-14.14: characters that are joined by invisible ones are sent', async () => {
    const it = await conversation();
    it.visitorSends('👩‍💻');
    expect(deliveries(it)).toEqual([['👩‍💻', 'sent']]);
  });
});
