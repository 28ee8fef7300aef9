import type { AgentFailure } from '../model/agent-failure.ts';
import type { Scripted } from '../model/conversation.ts';
import { PHRASES, SAMPLES } from '../shop/content.ts';
import { iris, noor } from '../shop/personas.ts';
import type { Answer } from './answer.ts';
import { suggest } from './faq-search.ts';
import { clientHandoff, failedHandoff, timedOutHandoff, toLiveAgent, unlessLive } from './handoffs.ts';
import { thinkingStep } from './messages.ts';
import { afterThinking, reply, type Scene, say, unchanged } from './scene.ts';
import type { ScriptSettings } from './script-settings.ts';
import { settled, shopAnswer } from './shop-answer.ts';
import { cardOf, POPULAR } from './shop-draft.ts';
import { FAILED, NOT_FORWARDED, OVERLOADED } from './system-texts.ts';

/** The scripted agent (contract §8). Pure: a text and the state of the conversation give an answer. */

const MAX_WORDS = 10_000;
/** `slow` takes long, but less than the 30 s after which a typing indicator ends (M-11.5). */
const SLOW_FACTOR = 30;

const phrases = (scene: Scene) => PHRASES[scene.conversation.language];

const failingWith =
  (failure: AgentFailure, message: string, whileLive: string) =>
  (scene: Scene): Answer =>
    afterThinking(scene, [
      {
        inMs: scene.settings.pace.thinkingMs,
        failure,
        body: {
          kind: 'systemMessage',
          level: 'error',
          message: scene.conversation.partner === 'live-agent' ? whileLive : message,
        },
      },
    ]);

function bye(scene: Scene): Answer {
  const isLive = scene.conversation.partner === 'live-agent';
  const { goodbye, liveGoodbye } = phrases(scene);
  return afterThinking(scene, [
    ...say(scene, { text: isLive ? liveGoodbye : goodbye }),
    ...(isLive
      ? [{ inMs: 0, body: { kind: 'liveAgentLeft', person: noor(scene.settings.mediaUrl) } } as const]
      : []),
    { inMs: scene.settings.pace.thinkingMs, body: { kind: 'sessionEnd', reason: 'natural_end' } },
  ]);
}

function french(scene: Scene): Answer {
  const conversation: Scripted = { ...scene.conversation, language: 'fr' };
  return {
    conversation,
    steps: [
      { inMs: 0, body: { kind: 'languageChanged', languageCode: 'fr' } },
      thinkingStep(conversation.partner, scene.settings),
      ...say({ ...scene, conversation }, { text: PHRASES.fr.switched, suggestions: suggest(POPULAR, 'fr') }),
    ],
  };
}

function cards(scene: Scene): Answer {
  const { card, cards: shown, price } = phrases(scene);
  return reply(scene, {
    text: card,
    attachments: shown.map(({ product, title, action }) => ({
      ...cardOf(product, scene.conversation.language, scene.settings),
      title: title({ price: price({ amount: product.price }) }),
      callToActionText: action,
    })),
  });
}

function image(scene: Scene): Answer {
  const { image: text, imageTitle: title } = phrases(scene);
  const contentUrl = `${scene.settings.mediaUrl}/vase.svg`;
  return reply(scene, { text, attachments: [{ contentType: 'image', contentUrl, title }] });
}

function call(scene: Scene): Answer {
  const { call: text, callTitle: title } = phrases(scene);
  return reply(scene, { text, callActions: [{ title, contactNumber: '+15550100142' }] });
}

function slow(scene: Scene): Answer {
  const [first, ...rest] = say(scene, { text: phrases(scene).slow });
  if (first === undefined) return unchanged(scene, []);
  const inMs = scene.settings.pace.thinkingMs * SLOW_FACTOR;
  return afterThinking(scene, [{ ...first, inMs }, ...rest]);
}

const COMMANDS: ReadonlyMap<string, (scene: Scene) => Answer> = new Map([
  ['human', toLiveAgent],
  ['human fail', unlessLive(failedHandoff)],
  ['human timeout', unlessLive(timedOutHandoff)],
  ['human elsewhere', unlessLive(clientHandoff)],
  ['bye', bye],
  [
    'suggest',
    (scene) =>
      reply(scene, {
        text: phrases(scene).suggest,
        suggestions: suggest(
          ['delivery', 'returns', 'payment', 'gift-cards', 'care'],
          scene.conversation.language,
        ),
      }),
  ],
  ['card', cards],
  ['image', image],
  ['call', call],
  ['slow', slow],
  ['french', french],
  ['error', failingWith('function_errors', FAILED, NOT_FORWARDED)],
  ['overload', failingWith('api_errors', OVERLOADED, OVERLOADED)],
  ['markdown', (scene) => reply(scene, { text: SAMPLES.markdown })],
  ['html', (scene) => reply(scene, { text: SAMPLES.html })],
  ['quiet', (scene) => afterThinking(scene, [])],
]);

/** Numbers from 1, as words. A missing or repeated chunk is easy to see in them. */
function long(scene: Scene, words: number): Answer {
  const length = Math.min(Math.max(words, 1), MAX_WORDS);
  return reply(scene, { text: Array.from({ length }, (_, index) => String(index + 1)).join(' ') });
}

/** The answer to a join request: the agent joins, thinks and greets (M-7.1). */
export function greet(conversation: Scripted, settings: ScriptSettings): Answer {
  const joined: Scripted = { ...conversation, partner: 'agent' };
  const scene = { conversation: joined, settings };
  const { greeting } = phrases(scene);
  const { steps } = reply(scene, { text: greeting, suggestions: suggest(POPULAR, joined.language) });
  const body = { kind: 'agentJoined', person: iris(settings.mediaUrl) } as const;
  return { conversation: joined, steps: [{ inMs: 0, body }, ...steps] };
}

/** The action of a text that is a command. */
function commandOf(text: string): ((scene: Scene) => Answer) | undefined {
  const asked = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const words = /^long (\d{1,9})$/.exec(asked)?.[1];
  return words === undefined ? COMMANDS.get(asked) : (scene) => long(scene, Number(words));
}

export const isCommand = (text: string): boolean => commandOf(text) !== undefined;

/** The answer to a message: a command when the whole text is one, else what the shop knows about it. */
export function answer(text: string, conversation: Scripted, settings: ScriptSettings): Answer {
  const scene = { conversation, settings };
  return commandOf(text)?.(settled(scene)) ?? shopAnswer(scene, text);
}
