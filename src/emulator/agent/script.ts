import type { Conversation, Scripted } from '../conversation.ts';
import type { Incident } from '../store/traffic.ts';
import { findEntry, suggest } from './faq.ts';
import { toElsewhere, toNobody, toNobodyInTime, toPerson } from './handoff.ts';
import { PHRASES, SWITCHED_TO_FRENCH } from './phrases.ts';
import { counted, HTML_SAMPLE, MARKDOWN_SAMPLE } from './samples.ts';
import { FAILED, NOT_FORWARDED, OVERLOADED } from './system-texts.ts';
import { type Draft, iris, noor, ponder, type ScriptSettings, type Step, say } from './tempo.ts';

/** The agent's side of a conversation, as anybody who tries the platform may rely on it. Pure: a text gives steps. */

export interface Answer {
  readonly conversation: Conversation;
  readonly steps: readonly Step[];
  /** Left for a desk to read, when the conversation is to be handed off. */
  readonly handoff?: HandoffData;
}

/** What a person needs to know who takes a conversation over (specification, Handoff state). */
export type HandoffData = Readonly<Record<'reason' | 'queue' | 'language', string>>;

/** One turn: what was said before, and a way to say something as whoever the visitor talks to. */
export interface Scene {
  readonly conversation: Scripted;
  readonly settings: ScriptSettings;
  say(draft: Draft): readonly Step[];
}

const MAX_WORDS = 10_000;
/** `slow` takes longer than a typing indicator should trust in, and less than it may last (messaging §11). */
const SLOW_FACTOR = 30;

const POPULAR = ['delivery', 'returns', 'hours'] as const;

const same = (scene: Scene, steps: readonly Step[]): Answer => ({ conversation: scene.conversation, steps });
const pondered = (scene: Scene, steps: readonly Step[]): Answer =>
  same(scene, [ponder(scene.conversation.partner, scene.settings), ...steps]);
const reply = (scene: Scene, draft: Draft): Answer => pondered(scene, scene.say(draft));
const phrases = (scene: Scene) => PHRASES[scene.conversation.language];

const failing =
  (incident: Incident, message: string, whileLive: string) =>
  (scene: Scene): Answer =>
    pondered(scene, [
      {
        inMs: scene.settings.pace.thinkingMs,
        incident,
        body: {
          kind: 'systemMessage',
          level: 'error',
          message: scene.conversation.partner === 'live-agent' ? whileLive : message,
        },
      },
    ]);

/** Between the words and their answer there is a person already. */
const unlessLive = (handoff: (scene: Scene) => Answer) => (scene: Scene) =>
  scene.conversation.partner === 'live-agent'
    ? reply(scene, { text: phrases(scene).liveHere })
    : handoff(scene);

function bye(scene: Scene): Answer {
  const isLive = scene.conversation.partner === 'live-agent';
  const { goodbye, liveGoodbye } = phrases(scene);
  return pondered(scene, [
    ...scene.say({ text: isLive ? liveGoodbye : goodbye }),
    ...(isLive ? [{ inMs: 0, body: { kind: 'liveAgentLeft', person: noor(scene.settings) } } as const] : []),
    { inMs: scene.settings.pace.thinkingMs, body: { kind: 'sessionEnd', reason: 'natural_end' } },
  ]);
}

function french(scene: Scene): Answer {
  const conversation: Scripted = { ...scene.conversation, language: 'fr' };
  return {
    conversation,
    steps: [
      { inMs: 0, body: { kind: 'languageChanged', languageCode: 'fr' } },
      ponder(conversation.partner, scene.settings),
      ...scene.say({ text: SWITCHED_TO_FRENCH, suggestions: suggest(POPULAR, 'fr') }),
    ],
  };
}

function cards(scene: Scene): Answer {
  const { card, cards: texts } = phrases(scene);
  const pictures = ['lamp', 'stool'];
  return reply(scene, {
    text: card,
    attachments: texts.map(({ title, action }, at) => ({
      contentType: 'url',
      contentUrl: `https://shop.example/${pictures[at]}`,
      title,
      previewImageUrl: `${scene.settings.mediaUrl}/${pictures[at]}.svg`,
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
  const [first, ...rest] = scene.say({ text: phrases(scene).slow });
  if (first === undefined) return same(scene, []);
  const inMs = scene.settings.pace.thinkingMs * SLOW_FACTOR;
  return pondered(scene, [{ ...first, inMs }, ...rest]);
}

const COMMANDS: ReadonlyMap<string, (scene: Scene) => Answer> = new Map([
  ['human', unlessLive(toPerson)],
  ['human fail', unlessLive(toNobody)],
  ['human timeout', unlessLive(toNobodyInTime)],
  ['human elsewhere', unlessLive(toElsewhere)],
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
  ['error', failing('function_errors', FAILED, NOT_FORWARDED)],
  ['overload', failing('api_errors', OVERLOADED, OVERLOADED)],
  ['markdown', (scene) => reply(scene, { text: MARKDOWN_SAMPLE })],
  ['html', (scene) => reply(scene, { text: HTML_SAMPLE })],
  ['quiet', (scene) => pondered(scene, [])],
]);

function long(scene: Scene, words: number): Answer {
  return reply(scene, { text: counted(Math.min(Math.max(words, 1), MAX_WORDS)) });
}

function shop(scene: Scene, text: string): Answer {
  const { language, partner } = scene.conversation;
  const entry = findEntry(text, language);
  if (entry) return reply(scene, { text: entry.answer, suggestions: suggest(entry.related, language) });
  const { unknown, liveUnknown } = phrases(scene);
  if (partner === 'live-agent') return reply(scene, { text: liveUnknown });
  return reply(scene, { text: unknown, suggestions: suggest(POPULAR, language) });
}

function sceneOf(conversation: Scripted, settings: ScriptSettings): Scene {
  return { conversation, settings, say: (draft) => say(conversation.partner, draft, settings) };
}

/** What follows a join request: the agent, a thought, a greeting (messaging §7). */
export function greet(conversation: Scripted, settings: ScriptSettings): Answer {
  const joined: Scripted = { ...conversation, partner: 'agent' };
  const scene = sceneOf(joined, settings);
  const { greeting } = phrases(scene);
  const { steps } = reply(scene, { text: greeting, suggestions: suggest(POPULAR, joined.language) });
  const body = { kind: 'agentJoined', person: iris(settings) } as const;
  return { conversation: joined, steps: [{ inMs: 0, body }, ...steps] };
}

/** What the script does with a text that is one of its commands. */
function commandOf(text: string): ((scene: Scene) => Answer) | undefined {
  const asked = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const words = /^long (\d{1,9})$/.exec(asked)?.[1];
  return words === undefined ? COMMANDS.get(asked) : (scene) => long(scene, Number(words));
}

export const isCommand = (text: string): boolean => commandOf(text) !== undefined;

/** What follows a message: a command of the script when the whole text is one, else an answer of the shop. */
export function answer(text: string, conversation: Scripted, settings: ScriptSettings): Answer {
  const scene = sceneOf(conversation, settings);
  return commandOf(text)?.(scene) ?? shop(scene, text);
}
