import type { Scripted } from '../model/conversation.ts';
import type { Answer, Step } from './answer.ts';
import { type Draft, messageSteps, thinkingStep } from './messages.ts';
import type { ScriptSettings } from './script-settings.ts';

/** The state in which the script answers: the conversation and the settings of its session. */
export interface Scene {
  readonly conversation: Scripted;
  readonly settings: ScriptSettings;
}

/** The steps that send a message in the name of the visitor's partner. */
export const say = ({ conversation, settings }: Scene, draft: Draft): readonly Step[] =>
  messageSteps(conversation.partner, draft, settings);

/** An answer that leaves the conversation as it is. */
export const unchanged = (scene: Scene, steps: readonly Step[]): Answer => ({
  conversation: scene.conversation,
  steps,
});

/** The same, behind a sign that an answer is coming. */
export const afterThinking = (scene: Scene, steps: readonly Step[]): Answer =>
  unchanged(scene, [thinkingStep(scene.conversation.partner, scene.settings), ...steps]);

/** An answer of one message. */
export const reply = (scene: Scene, draft: Draft): Answer => afterThinking(scene, say(scene, draft));
