import { PHRASES } from '../shop/content.ts';
import type { Language } from '../shop/languages.ts';
import type { Answer, Step } from './answer.ts';
import { toLiveAgent } from './handoffs.ts';
import { type Draft, messageSteps, thinkingStep } from './messages.ts';
import { reply, type Scene } from './scene.ts';
import type { ScriptSettings } from './script-settings.ts';
import { type ShopDraft, shopDraft } from './shop-draft.ts';
import { type Meaning, type Understood, understand } from './understand.ts';

/** The scene in which the agent has asked for nothing. */
export function settled(scene: Scene): Scene {
  const { asked, ...conversation } = scene.conversation;
  return asked === undefined ? scene : { ...scene, conversation };
}

/** The scene in the language of the message, and the event that tells clients about it. */
function inLanguage(
  scene: Scene,
  language: Language,
): { readonly scene: Scene; readonly steps: readonly Step[] } {
  if (language === scene.conversation.language) return { scene, steps: [] };
  const body = { kind: 'languageChanged', languageCode: language } as const;
  return {
    scene: { ...scene, conversation: { ...scene.conversation, language } },
    steps: [{ inMs: 0, body }],
  };
}

const languageOf = ({ language, meaning }: Understood): Language =>
  meaning?.kind === 'language' ? meaning.language : language;

/** The message of the live agent Noor where it differs from the agent's. */
function liveText(meaning: Meaning | undefined, language: Language): string | undefined {
  const { liveBot, liveHere, liveUnknown } = PHRASES[language];
  if (meaning === undefined) return liveUnknown;
  if (meaning.kind === 'bot') return liveBot;
  return meaning.kind === 'no-person' ? liveHere : undefined;
}

/** The answer to a message about the shop, in the language of the message. */
export function shopAnswer(before: Scene, text: string): Answer {
  const { language, asked } = before.conversation;
  const understood = understand(text, language, asked);
  const { scene, steps } = inLanguage(settled(before), languageOf(understood));
  const { conversation, settings } = scene;
  const { meaning } = understood;
  if (meaning?.kind === 'person') {
    const handoff = toLiveAgent(scene);
    return { ...handoff, steps: [...steps, ...handoff.steps] };
  }
  const live = conversation.partner === 'live-agent' ? liveText(meaning, conversation.language) : undefined;
  const draft: ShopDraft =
    live === undefined ? shopDraft(meaning, conversation.language, settings) : { text: live };
  const answer = reply(scene, draft);
  return {
    conversation: draft.asksFor ? { ...conversation, asked: draft.asksFor } : conversation,
    steps: [...steps, ...answer.steps],
  };
}

function waitingDraft(text: string, language: Language, settings: ScriptSettings): Draft {
  const { meaning, language: written } = understand(text, language);
  const { noted, onTheWay, stillComing } = PHRASES[written];
  if (meaning === undefined) return { text: noted };
  if (meaning.kind === 'faq' && meaning.entry.isSmallTalk) return { text: onTheWay };
  const draft = shopDraft(meaning, written, settings);
  // A person is already coming, so none is suggested.
  const suggestions = draft.suggestions?.filter(
    ({ messageText }) => messageText !== PHRASES[written].talkToPerson,
  );
  if (meaning.kind === 'person') return draft;
  return { ...draft, suggestions, text: `${draft.text}\n\n${stillComing}` };
}

/** The agent's answer to a visitor who waits for a person. It is one message, because the person may join at any time. */
export function answerWhileWaiting(
  text: string,
  language: Language,
  settings: ScriptSettings,
): readonly Step[] {
  return [
    thinkingStep('agent', settings),
    ...messageSteps('agent', waitingDraft(text, language, settings), {
      ...settings,
      streaming: false,
    }),
  ];
}
