import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/emulator/agent/answer.ts';
import { answer, greet } from '../../../src/emulator/agent/script.ts';
import type { ScriptSettings } from '../../../src/emulator/agent/script-settings.ts';
import { answerWhileWaiting } from '../../../src/emulator/agent/shop-answer.ts';
import { understand } from '../../../src/emulator/agent/understand.ts';
import { NEW_CONVERSATION, type Scripted } from '../../../src/emulator/model/conversation.ts';
import { FAQ, PHRASES } from '../../../src/emulator/shop/content.ts';
import { LANGUAGES } from '../../../src/emulator/shop/languages.ts';
import { MEDIA } from '../../../src/emulator/shop/media.ts';
import { PRODUCTS } from '../../../src/emulator/shop/products.ts';

const SETTINGS: ScriptSettings = {
  streaming: false,
  pace: { wordMs: 40, thinkingMs: 400 },
  mediaUrl: 'http://127.0.0.1:1/media',
  newId: () => 'm-1',
};
const AGENT: Scripted = { partner: 'agent', language: 'en' };
const LIVE: Scripted = { partner: 'live-agent', language: 'en' };

const messageIn = (steps: Answer['steps']) => {
  const bodies = steps.map(({ body }) => body);
  const message = bodies.find(({ kind }) => kind === 'agentMessage' || kind === 'liveAgentMessage');
  if (message?.kind !== 'agentMessage' && message?.kind !== 'liveAgentMessage') throw new Error('no message');
  const { text, attachments, suggestions } = message;
  return { text, attachments, suggestions: suggestions.map(({ messageText }) => messageText) };
};
const say = (text: string, conversation = AGENT) => answer(text, conversation, SETTINGS);
const textOf = (text: string, conversation = AGENT) => messageIn(say(text, conversation).steps).text;

/** Sends the messages one after the other. Returns the texts of the answers. */
function talk(...texts: readonly string[]): readonly string[] {
  let conversation = AGENT;
  return texts.map((text) => {
    const { conversation: next, steps } = say(text, conversation);
    conversation = next as Scripted;
    return messageIn(steps).text;
  });
}

describe('an order', () => {
  it('looks up an order by the number in the question', () => {
    expect(textOf('where is my order 4711')).toBe(
      'Your order **4711** (Halo table lamp) is **on its way**. It left our workshop yesterday, and the carrier brings it within two working days. The tracking link is in your email.',
    );
  });

  it('looks up an order by the bare number after the agent has asked for it', () => {
    const [question, status] = talk('Where is my order?', '4468');
    expect(question).toMatch(/^Gladly\. What is your order number\? .* such as \*\*4711\*\*/);
    expect(status).toMatch(/^Your order \*\*4468\*\* \(2 × Nub stool\) is \*\*still in the workshop\*\*/);
  });

  it('answers kindly to an unknown order with an example, and allows another try', () => {
    const [, unknown, status] = talk('where is my order', '99', '4713');
    expect(unknown).toMatch(/^I am sorry, I cannot find an order \*\*99\*\*\. .* such as \*\*4711\*\*/);
    expect(status).toMatch(/Tarn wool throw, 2 × Woodsmoke candle\) was \*\*delivered\*\*/);
    expect(messageIn(say('order 9999').steps).suggestions).toEqual(['Talk to a person']);
  });

  it('offers a person to find an order when the visitor does not have the number', () => {
    expect(talk('where is my parcel', "I don't have it")[1]).toContain('a colleague can find the order');
  });

  it('asks for the number once: the next question is not taken as a number', () => {
    const asked = say('where is my order').conversation as Scripted;
    expect(asked).toEqual({ ...AGENT, asked: 'status' });
    for (const text of ['delivery', 'markdown', 'human fail', 'xyzzy'])
      expect(say(text, asked).conversation).toEqual(AGENT);
  });
});

describe('a product', () => {
  it('shows a product as a card with its price', () => {
    const { text, attachments } = messageIn(say('how much is the Halo lamp?').steps);
    expect(text).toBe(
      'The **Halo table lamp** is €89. Turned oak, linen shade, 46 cm high. Takes an E27 bulb.',
    );
    expect(attachments).toEqual([
      {
        contentType: 'url',
        contentUrl: 'https://shop.example/halo',
        title: 'Halo table lamp, €89',
        previewImageUrl: 'http://127.0.0.1:1/media/lamp.svg',
        callToActionText: 'See it in the shop',
      },
    ]);
  });

  it('shows several products when the question is about several', () => {
    const titles = (text: string) => messageIn(say(text).steps).attachments.map(({ title }) => title);
    expect(titles('do you have lamps?')).toEqual(['Halo table lamp, €89', 'Rill pendant, €120']);
    expect(titles('what do you sell')).toHaveLength(3);
  });

  it.each(PRODUCTS)('a product has a picture, and is found by its name in every language: $id', (product) => {
    expect(MEDIA.has(product.picture)).toBe(true);
    for (const language of LANGUAGES)
      expect(understand(product.name[language], language)).toEqual({
        language,
        meaning: { kind: 'products', products: [product] },
      });
  });
});

describe('something broken', () => {
  it('answers something broken with regret, the next steps, and three ways on that work', () => {
    const { text, suggestions } = messageIn(say('your vase arrived broken').steps);
    expect(text).toMatch(/^I am very sorry that your Reed vase is damaged\. You choose what happens next/);
    expect(suggestions).toEqual(['Send me a replacement', 'I would like my money back', 'Talk to a person']);
    const [asked, done] = talk('Send me a replacement', 'it is 4402');
    expect(asked).toMatch(/^Of course, .* What is your order number\?/);
    expect(done).toMatch(/^Thank you\. A replacement for order \*\*4402\*\* \(Reed vase\) leaves/);
    expect(textOf('I would like my money back')).toContain('The money is back within');
    expect(say('Talk to a person').conversation).toEqual(LIVE);
  });
});

describe('the partner', () => {
  it.each(['I want to talk to a human please', 'can I speak with someone', 'agent!'])(
    'connects a person after %j',
    (text) => {
      expect(say(text)).toEqual(say('human'));
    },
  );

  it('stays the agent when no person is wanted', () => {
    const { conversation, steps } = say('I do not want to talk to a human');
    expect(conversation).toBe(AGENT);
    expect(messageIn(steps).text).toBe('All right, I am staying with you. What can I do?');
  });

  it('tells honestly that it is a bot, and that it only plays a person', () => {
    expect(textOf('are you a bot?')).toMatch(/^I am a bot/);
    expect(textOf('are you a bot?', LIVE)).toMatch(/^In this demo I only play a colleague/);
  });

  it('says goodbye without ending the chat, unless the message is the command', () => {
    for (const text of ['goodbye', 'Bye!', 'bye bye'])
      expect(say(text).steps.map(({ body }) => body.kind)).toEqual(['agentThinking', 'agentMessage']);
    expect(say('bye').steps.at(-1)?.body.kind).toBe('sessionEnd');
  });
});

describe('the language', () => {
  it('answers in the language of the message, and tells clients', () => {
    const { conversation, steps } = say('Wo ist meine Bestellung 4711?');
    expect(conversation).toEqual({ ...AGENT, language: 'de' });
    expect(steps[0]?.body).toEqual({ kind: 'languageChanged', languageCode: 'de' });
    expect(messageIn(steps).text).toMatch(
      /^Ihre Bestellung \*\*4711\*\* \(Tischlampe Halo\) ist \*\*unterwegs\*\*/,
    );
  });

  it('changes the language before a handoff, and hands over in that language', () => {
    const { steps, conversation } = say("Puis-je parler à quelqu'un ?");
    expect([conversation, steps[0]?.body.kind]).toEqual([{ ...LIVE, language: 'fr' }, 'languageChanged']);
    expect(messageIn(steps).text).toBe(PHRASES.fr.liveHello);
  });

  it('changes the language on request', () => {
    expect(textOf('do you speak German?')).toBe(PHRASES.de.switched);
  });
});

describe('a visitor who waits for a person', () => {
  const waiting = (text: string) =>
    messageIn(answerWhileWaiting(text, 'en', { ...SETTINGS, streaming: true }));

  it.each([
    ['where is my order 4711', /^Your order \*\*4711\*\*.*\n\nA colleague is still on the way to you\.$/],
    [
      'how much is the stool',
      /^The \*\*Nub stool\*\* is €129.*\n\nA colleague is still on the way to you\.$/,
    ],
    ['when are you open', /9:30 to 18:30[\s\S]*\n\nA colleague is still on the way to you\.$/],
    ['human please', /^A colleague is already on the way to you\.$/],
    ['Hello?', /^A colleague is already on the way to you\.$/],
    [
      'It has been like this since May.',
      /^Thank you, my colleague will read that\. They are still on the way/,
    ],
  ])(
    'answers a visitor who waits for a person, and tells that the person is coming: %j',
    (text, expected) => {
      expect(waiting(text).text).toMatch(expected);
      expect(waiting(text).suggestions).not.toContain('Talk to a person');
    },
  );
});

it('the agent tells nobody to write a command', () => {
  const texts = LANGUAGES.flatMap((language) => [
    ...FAQ[language].flatMap(({ answer: text, question }) => [text, question]),
    ...Object.values(PHRASES[language]).filter((value) => typeof value === 'string'),
    messageIn(greet({ ...NEW_CONVERSATION, language }, SETTINGS).steps).text,
  ]);
  expect(
    texts.filter((text) => /`|\b(?:say|write|type|dites|schreiben Sie) “?human|\bbye\b/.test(text)),
  ).toEqual([]);
});

it.each(LANGUAGES)('the agent understands every suggestion that it makes in %s', (language) => {
  const conversation: Scripted = { partner: 'agent', language };
  const asked = FAQ[language].map(({ question }) => question);
  const texts = [...asked, 'xyzzy', PHRASES[language].wantReplacement, '9999', '4711', 'Halo'];
  const suggested = texts.flatMap((text) => messageIn(say(text, conversation).steps).suggestions);
  const missed = suggested.filter((text) => {
    const { meaning, language: written } = understand(text, language);
    return meaning === undefined || written !== language;
  });
  expect([suggested.length > 50, missed]).toEqual([true, []]);
});
