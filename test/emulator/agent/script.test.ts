import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/emulator/agent/answer.ts';
import { findQuestion, searchFaq, suggest } from '../../../src/emulator/agent/faq-search.ts';
import { wordsOf } from '../../../src/emulator/agent/messages.ts';
import { answer, greet } from '../../../src/emulator/agent/script.ts';
import type { ScriptSettings } from '../../../src/emulator/agent/script-settings.ts';
import { NEW_CONVERSATION, type Scripted } from '../../../src/emulator/model/conversation.ts';
import { FAQ } from '../../../src/emulator/shop/content.ts';
import { LANGUAGES, type Language } from '../../../src/emulator/shop/languages.ts';
import type { ServerEventBody, Suggestion } from '../../../src/protocol/events.ts';
import { systemAction } from '../../../src/protocol/system-messages.ts';

const settings = (streaming: boolean): ScriptSettings => ({
  streaming,
  pace: { wordMs: 40, thinkingMs: 400 },
  mediaUrl: 'http://127.0.0.1:1/media',
  newId: () => 'm-1',
});
const [WHOLE, CHUNKED] = [settings(false), settings(true)];

const AGENT: Scripted = { partner: 'agent', language: 'en' };
const LIVE: Scripted = { partner: 'live-agent', language: 'en' };
const IRIS = { name: 'Iris', avatarUrl: 'http://127.0.0.1:1/media/iris.svg' };
const NOOR = { id: 'agent-noor', name: 'Noor', avatarUrl: 'http://127.0.0.1:1/media/noor.svg' };

const kinds = ({ steps }: Answer) => steps.map(({ body }) => body.kind);
const timed = ({ steps }: Answer) => steps.map(({ inMs, body }) => [inMs, body.kind]);

/** The text and suggestions of an answer's only message. */
/** The entry that the script answers with. */
const findEntry = (text: string, language: Language) =>
  findQuestion(text, language) ?? searchFaq(text, language)?.entry;

function messageIn({ steps }: Answer) {
  let text = '';
  let suggestions: readonly Suggestion[] = [];
  for (const { body } of steps) {
    if (!('suggestions' in body)) continue;
    text += body.text;
    suggestions = [...suggestions, ...body.suggestions];
  }
  return { text, suggestions };
}
const bodyOf = <Kind extends ServerEventBody['kind']>({ steps }: Answer, kind: Kind) =>
  steps.map(({ body }) => body).filter((body) => body.kind === kind);

describe('the agent', () => {
  it('M-7.1: joins, thinks and greets with questions that it can answer', () => {
    const greeting = greet(NEW_CONVERSATION, WHOLE);
    expect(greeting.conversation).toEqual(AGENT);
    expect(timed(greeting)).toEqual([
      [0, 'agentJoined'],
      [0, 'agentThinking'],
      [400, 'agentMessage'],
    ]);
    const { suggestions } = messageIn(greeting);
    expect(suggestions).toHaveLength(3);
    expect(suggestions.map(({ messageText }) => findEntry(messageText, 'en')?.question)).toEqual(
      suggestions.map(({ messageText }) => messageText),
    );
  });

  it('sends a message as one event when streaming is off', () => {
    expect(answer('thanks', AGENT, WHOLE).steps).toEqual([
      { inMs: 0, body: { kind: 'agentThinking' } },
      {
        inMs: 400,
        body: {
          kind: 'agentMessage',
          messageId: 'm-1',
          text: 'You are welcome! Is there anything else I can do?',
          suggestions: suggest(['delivery', 'gift-cards'], 'en'),
          attachments: [],
          callActions: [],
          person: IRIS,
          endsConversation: false,
        },
      },
    ]);
  });

  it('M-8.5: streams a message word by word, counts from 1, and marks the last chunk as complete', () => {
    const chunk = { kind: 'agentMessageChunk', messageId: 'm-1', attachments: [], suggestions: [] };
    expect(answer('long 3', AGENT, CHUNKED).steps).toEqual([
      { inMs: 0, body: { kind: 'agentThinking' } },
      { inMs: 400, body: { ...chunk, chunkIndex: 1, text: '1 ', isComplete: false } },
      { inMs: 40, body: { ...chunk, chunkIndex: 2, text: '2 ', isComplete: false } },
      { inMs: 40, body: { ...chunk, chunkIndex: 3, text: '3', isComplete: true } },
    ]);
  });

  it('puts attachments and suggestions into the last chunk', () => {
    for (const text of ['card', 'image', 'suggest', 'delivery']) {
      const all = bodyOf(answer(text, AGENT, CHUNKED), 'agentMessageChunk') as Extract<
        ServerEventBody,
        { kind: 'agentMessageChunk' }
      >[];
      const filled = all.map(({ attachments, suggestions }) => attachments.length + suggestions.length > 0);
      expect(filled).toEqual([...Array(all.length - 1).fill(false), true]);
    }
  });

  it.each(['markdown', 'html', 'delivery', 'long 20', 'hello'])(
    'sends the same content with and without streaming: %s',
    (text) => {
      expect(messageIn(answer(text, AGENT, CHUNKED))).toEqual(messageIn(answer(text, AGENT, WHOLE)));
    },
  );

  it.each([
    ['long 1', 1],
    ['LONG   250', 250],
    ['long 0', 1],
    ['long 999999999', 10_000],
  ])('answers %j in %i chunks', (text, count) => {
    expect(bodyOf(answer(text, AGENT, CHUNKED), 'agentMessageChunk')).toHaveLength(count);
  });

  it.each(['markdown', ' Markdown ', 'MARKDOWN\n'])('reads %j as a command', (text) => {
    expect(messageIn(answer(text, AGENT, WHOLE)).text).toMatch(/^# Heading one/);
  });

  it.each(['markdown please', 'long', 'long x', 'say bye', 'constructor', '', '🙂'])(
    'reads %j as an ordinary message',
    (text) => {
      const { steps, conversation } = answer(text, AGENT, WHOLE);
      expect([steps.map(({ body }) => body.kind), conversation]).toEqual([
        ['agentThinking', 'agentMessage'],
        AGENT,
      ]);
    },
  );

  it('shows a card with a picture and a call to action', () => {
    const [message] = bodyOf(answer('card', AGENT, WHOLE), 'agentMessage');
    expect(message).toMatchObject({
      attachments: [
        {
          contentType: 'url',
          contentUrl: 'https://shop.example/halo',
          title: 'Table lamp “Halo”, €89',
          previewImageUrl: 'http://127.0.0.1:1/media/lamp.svg',
          callToActionText: 'See the lamp',
        },
        { contentType: 'url', contentUrl: 'https://shop.example/nub' },
      ],
    });
  });

  it('shows an image', () => {
    const [message] = bodyOf(answer('image', AGENT, WHOLE), 'agentMessage');
    expect(message).toMatchObject({
      attachments: [
        {
          contentType: 'image',
          contentUrl: 'http://127.0.0.1:1/media/vase.svg',
          title: 'Vase “Reed”, stoneware',
        },
      ],
    });
  });

  it.each([WHOLE, CHUNKED])(
    'M-6.6: offers a call in a complete message, because chunks carry no call actions',
    (how) => {
      const called = answer('call', AGENT, how);
      expect(kinds(called)).toEqual(['agentThinking', 'agentMessage']);
      expect(called.steps[1]?.body).toMatchObject({
        callActions: [{ title: 'Call Lumen & Oak', contactNumber: '+15550100142' }],
      });
    },
  );

  it('answers slowly when asked', () => {
    expect(timed(answer('slow', AGENT, WHOLE))).toEqual([
      [0, 'agentThinking'],
      [12_000, 'agentMessage'],
    ]);
  });

  it('thinks and never answers when asked to be quiet', () => {
    expect(kinds(answer('quiet', AGENT, WHOLE))).toEqual(['agentThinking']);
  });

  it.each([
    ['error', AGENT, 'function_errors', 'Sorry, I encountered an error. Please try again.', 'resend'],
    [
      'overload',
      AGENT,
      'api_errors',
      'Our system is experiencing high load. Please try again in a moment.',
      'resend',
    ],
    ['error', LIVE, 'function_errors', 'Failed to forward message to live agent', 'not-delivered'],
  ])('fails on request: %s', (text, conversation, failure, message, action) => {
    expect(answer(text, conversation, WHOLE).steps[1]).toEqual({
      inMs: 400,
      failure,
      body: { kind: 'systemMessage', level: 'error', message },
    });
    expect(systemAction(message)).toBe(action);
  });

  it('says goodbye and ends the session', () => {
    expect(timed(answer('bye', AGENT, WHOLE))).toEqual([
      [0, 'agentThinking'],
      [400, 'agentMessage'],
      [400, 'sessionEnd'],
    ]);
    expect(answer('bye', AGENT, WHOLE).steps.at(-1)?.body).toEqual({
      kind: 'sessionEnd',
      reason: 'natural_end',
    });
  });

  it('answers in French once asked in French', () => {
    const switched = answer('French', AGENT, WHOLE);
    const french: Scripted = { partner: 'agent', language: 'fr' };
    expect(switched.conversation).toEqual(french);
    expect(switched.steps[0]?.body).toEqual({ kind: 'languageChanged', languageCode: 'fr' });
    expect(messageIn(switched).text).toContain('en français');
    expect(messageIn(answer('livraison', french, WHOLE)).text).toContain('jours ouvrés');
    expect(messageIn(answer('xyzzy', french, WHOLE)).text).toContain('Je ne suis pas sûre');
  });

  it('sends HTML that may be rendered together with HTML that must not', () => {
    const { text } = messageIn(answer('html', AGENT, WHOLE));
    expect(
      ['<b>', '<ul>', '<script>', '<img src="x" onerror=', 'javascript:'].filter(
        (name) => !text.includes(name),
      ),
    ).toEqual([]);
  });
});

describe('a handoff', () => {
  it('M-13.2: a handoff leads to the queue of the desk while the desk is staffed', () => {
    const handoff = answer('human', AGENT, { ...WHOLE, deskWaitSince: 7 });
    expect(handoff).toEqual({
      conversation: { partner: 'queue', language: 'en', since: 7 },
      steps: [
        { inMs: 400, body: { kind: 'agentTriggeredHandoff' } },
        { inMs: 1200, body: { kind: 'agentLeft', reason: 'handoff' } },
        { inMs: 1200, body: { kind: 'handoffAccepted', queueName: 'Customer care' } },
      ],
      handoff: { reason: 'visitor_request', queue: 'Customer care', language: 'en' },
    });
  });

  it('M-13.3: a handoff passes through the queue, and ends with a live agent who greets', () => {
    const handoff = answer('human', AGENT, CHUNKED);
    expect(handoff.conversation).toEqual(LIVE);
    expect(timed(handoff)).toEqual([
      [400, 'agentTriggeredHandoff'],
      [1200, 'agentLeft'],
      [1200, 'handoffAccepted'],
      [0, 'handoffQueueStatus'],
      [1200, 'handoffQueueStatus'],
      [1200, 'handoffQueueStatus'],
      [1200, 'liveAgentJoined'],
      [0, 'liveAgentTyping'],
      [400, 'liveAgentTyping'],
      [0, 'liveAgentMessage'],
    ]);
    const queue = { kind: 'handoffQueueStatus', queueName: 'Customer care' };
    expect(bodyOf(handoff, 'handoffQueueStatus')).toEqual([
      { ...queue, position: 3, estimatedWaitSeconds: 4 },
      { ...queue, position: 2, estimatedWaitSeconds: 3 },
      { ...queue, position: 1, estimatedWaitSeconds: 2, displayMessage: 'You are next.' },
    ]);
    expect(bodyOf(handoff, 'liveAgentJoined')).toEqual([{ kind: 'liveAgentJoined', person: NOOR }]);
    expect(bodyOf(handoff, 'liveAgentTyping')).toEqual([
      { kind: 'liveAgentTyping', state: 'started', person: NOOR },
      { kind: 'liveAgentTyping', state: 'stopped', person: NOOR },
    ]);
  });

  it.each([
    ['human fail', ['agentTriggeredHandoff', 'handoffFailed']],
    ['human timeout', ['agentTriggeredHandoff', 'handoffAccepted', 'handoffQueueStatus', 'handoffTimeout']],
    ['human elsewhere', ['clientHandoffRequired']],
  ])('M-13.5: a failed handoff leaves the agent in the conversation: %s', (text, expected) => {
    const handoff = answer(text, AGENT, WHOLE);
    expect([kinds(handoff), handoff.conversation]).toEqual([[...expected, 'agentMessage'], AGENT]);
  });

  it('tells a wait as long as the steps to the live agent, and gives up only after it', () => {
    const waits = (text: string) => {
      const { steps } = answer(text, AGENT, WHOLE);
      return steps.flatMap(({ body }, at) => {
        if (body.kind !== 'handoffQueueStatus') return [];
        const end = steps.findIndex(
          ({ body: { kind } }) => kind === 'liveAgentJoined' || kind === 'handoffTimeout',
        );
        const leftMs = steps.slice(at + 1, end + 1).reduce((sum, { inMs }) => sum + inMs, 0);
        return [{ toldMs: (body.estimatedWaitSeconds ?? 0) * 1_000, leftMs }];
      });
    };
    const queued = waits('human');
    expect(queued).toHaveLength(3);
    for (const { toldMs, leftMs } of queued) expect(Math.abs(toldMs - leftMs)).toBeLessThan(1_000);
    expect(queued.map(({ toldMs }) => toldMs)).toEqual(
      queued.map(({ toldMs }) => toldMs).toSorted((a, b) => b - a),
    );
    for (const { toldMs, leftMs } of waits('human timeout')) expect(leftMs).toBeGreaterThan(toldMs);
  });

  it('M-6.10: a handoff to the client names the queue and the route', () => {
    expect(answer('human elsewhere', AGENT, WHOLE).steps[0]?.body).toEqual({
      kind: 'clientHandoffRequired',
      reason: 'COMPLEX_QUERY',
      queueName: 'orders',
      route: 'order-desk',
    });
  });

  it.each(['delivery', 'blub', 'human', 'human fail', 'markdown', 'card', 'call', 'suggest'])(
    'the live agent answers after a handoff: %s',
    (text) => {
      const said = answer(text, LIVE, CHUNKED);
      expect([kinds(said), said.conversation]).toEqual([
        ['liveAgentTyping', 'liveAgentTyping', 'liveAgentMessage'],
        LIVE,
      ]);
      // A person offers nothing to press.
      expect(said.steps.at(-1)?.body).toMatchObject({ person: NOOR, suggestions: [] });
    },
  );

  it('a handoff ends after the live agent has left', () => {
    expect(kinds(answer('bye', LIVE, WHOLE))).toEqual([
      'liveAgentTyping',
      'liveAgentTyping',
      'liveAgentMessage',
      'liveAgentLeft',
      'sessionEnd',
    ]);
  });
});

describe('the shop', () => {
  const ENTRIES = LANGUAGES.flatMap((language) =>
    FAQ[language].map((entry) => [language, entry.question, entry] as const),
  );

  it.each(ENTRIES)('finds in %s the entry of its own question: %s', (language, question, entry) => {
    const asked = [question, question.toUpperCase(), ` ${question.replace(/[?.]/g, '')} `];
    expect(asked.map((text) => findEntry(text, language))).toEqual([entry, entry, entry]);
  });

  it.each(ENTRIES)(
    'suggests in %s two or three different questions that it answers: %s',
    (language, _, entry) => {
      const suggestions = suggest(entry.related, language);
      expect([2, 3]).toContain(suggestions.length);
      expect(suggestions).toHaveLength(entry.related.length);
      expect(suggestions.map(({ messageText }) => findEntry(messageText, language)?.id)).toEqual(
        entry.related,
      );
      expect(new Set([entry.id, ...entry.related]).size).toBe(entry.related.length + 1);
    },
  );

  it.each(LANGUAGES)('answers the same questions in %s', (language) => {
    const facts = (language: Language) =>
      FAQ[language].map(({ answer: _, keywords: __, question: ___, ...rest }) => rest);
    expect(facts(language)).toEqual(facts('en'));
  });

  it.each([
    ['When are you open on Sundays?', 'hours'],
    ['how long until my lamp is delivered', 'delivery'],
    ['What does shipping cost', 'delivery-cost'],
    ['is there free delivery?', 'delivery-cost'],
    ["where's my parcel", 'tracking'],
    ['I want to send back a stool', 'returns'],
    ['do you take PayPal?', 'payment'],
    ['a voucher for my mother', 'gift-cards'],
    ['which socket does it have', 'bulbs'],
    ['my bowl arrived damaged', 'warranty'],
    ['what is your phone number', 'contact'],
    ['HI', 'hello'],
    ['history of art', undefined],
    ['', undefined],
  ] satisfies [string, string | undefined][])('understands %j as %s', (text, id) => {
    expect(findEntry(text, 'en')?.id).toBe(id);
  });

  it.each([
    ['Êtes-vous OUVERTS dimanche ?', 'hours'],
    ['un retour', 'returns'],
    ['je voudrais être remboursée', 'returns'],
    ['delivery', undefined],
  ] satisfies [string, string | undefined][])('understands in French %j as %s', (text, id) => {
    expect(findEntry(text, 'fr' satisfies Language)?.id).toBe(id);
  });

  it('suggests questions and a person when it does not understand', () => {
    expect(messageIn(answer('xyzzy', AGENT, WHOLE)).suggestions).toEqual([
      ...suggest(['tracking', 'delivery', 'returns'], 'en'),
      { messageText: 'Talk to a person', payload: 'say' },
    ]);
  });
});

it('M-8.11: words that are joined again give the same text with all its spaces', () => {
  for (const text of ['one', ' two  words \n\n- and a list ', '', '\n', '中文 字']) {
    expect(wordsOf(text).join('')).toBe(text);
  }
});
