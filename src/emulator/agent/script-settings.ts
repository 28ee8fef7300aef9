import type { Pace } from '../model/pace.ts';

/** An address that leads nowhere. */
export const SHOP_URL = 'https://shop.example/';

/** The facts about a session that its script depends on. */
export interface ScriptSettings {
  readonly streaming: boolean;
  readonly pace: Pace;
  /** The address of the shop's pictures, without a trailing slash. */
  readonly mediaUrl: string;
  /** The beginning of the addresses of products, to which their ids are added. Default: {@link SHOP_URL}. */
  readonly shopUrl?: string | undefined;
  /**
   * The time at which a visitor who now asks for a person starts to wait at the desk. Undefined while the desk is not
   * staffed: the scripted Noor takes over then.
   */
  readonly deskWaitSince?: number | undefined;
  newId(): string;
}
