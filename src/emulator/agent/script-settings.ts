import type { Pace } from './pace.ts';

/** The facts about a session that its script depends on. */
export interface ScriptSettings {
  readonly streaming: boolean;
  readonly pace: Pace;
  /** The address of the shop's pictures, without a trailing slash. */
  readonly mediaUrl: string;
  /**
   * The time at which a visitor who now asks for a person starts to wait at the desk. Undefined while the desk is not
   * staffed: the scripted Noor takes over then.
   */
  readonly deskWaitSince?: number | undefined;
  newId(): string;
}
