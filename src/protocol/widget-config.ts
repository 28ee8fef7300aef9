import { own, ownThroughout } from '../base/own.ts';
import { object, parse, text } from './field-readers.ts';

/** Public configuration of a site's widget: the response to `GET /chat/config` and the branding file (contract §4, §9). */

type ByLocale = Record<string, string>;

/** Ways to treat a card number, an IBAN or a secret in a message of the visitor; `warn` is the default. */
export const GUARD_MODES = ['warn', 'mask', 'off'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];

/** The answering side, as visitors are told; `ai` is the default, and `none` tells nothing. */
export const AGENT_KINDS = ['ai', 'person', 'none'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

export const FEEDBACK_SCALES = ['thumbs', 'stars'] as const;
export type FeedbackScale = (typeof FEEDBACK_SCALES)[number];

/** Memories of a prompt that was shown. */
export const ONCE = ['page', 'session', 'day'] as const;

/** A text beside the launcher that comes once all of its conditions hold. */
export interface PromptRule {
  readonly text: ByLocale;
  /** Answers that open the chat and are sent. */
  readonly actions?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly when: {
    /** Beginning of the page's path, or with `*` for any text the whole path. */
    readonly path?: string | undefined;
    /** Seconds for which the page was visible. */
    readonly after_s?: number | undefined;
    /** Share of the way to the end of the page, 0 to 1. */
    readonly scroll?: number | undefined;
    /** The visitor has a conversation, or has none. */
    readonly returning?: boolean | undefined;
  };
  readonly once: (typeof ONCE)[number];
}

export interface LauncherRules {
  /** The launcher does not appear before the relay has said that the site is open. */
  readonly appears?: 'later' | undefined;
  readonly prompts?: readonly PromptRule[] | undefined;
}

export interface WidgetConfig {
  header: { text: string; image?: string | undefined };
  /** `brand`, the default: in the accent colour. */
  header_style?: 'brand' | 'plain' | undefined;
  /** Greets the visitor until the first message. The first line is a heading. */
  welcome?: ByLocale | undefined;
  /** Messages that the visitor can send with one press, until the first message. */
  starters?: Record<string, string[]> | undefined;
  agent?: { name?: string | undefined; avatar?: string | undefined } | undefined;
  agent_kind?: AgentKind | undefined;
  /** Any CSS colour. */
  accent?: string | undefined;
  /** A number of pixels, or any CSS length. */
  radius?: string | number | undefined;
  font?: string | undefined;
  /** Hosts whose images load without a click. */
  image_hosts?: string[] | undefined;
  default_locale: string;
  consent?: { required: boolean; text: ByLocale } | undefined;
  /** With `agent_kind: "ai"` there is a default one. */
  disclaimer?: { show: 'always' | 'until_first_message'; text: ByLocale } | undefined;
  policies?:
    | {
        privacy_url?: string | undefined;
        terms_url?: string | undefined;
        place?: 'menu' | 'composer' | undefined;
      }
    | undefined;
  handoff_routes?: Record<string, { label: ByLocale; url: string }> | undefined;
  /** Asks for feedback about answers and about ended chats. `scale` applies to ended chats; default `thumbs`. */
  feedback?: boolean | { scale?: FeedbackScale | undefined } | undefined;
  /** Visitors can leave a message where nobody answers. Default: with `outside: "message"`. */
  messages?: boolean | undefined;
  /** `mask` also applies to messages that the relay carries. */
  guard?: GuardMode | undefined;
  /** Offers “Talk to a person” in the menu. It sends these words as the visitor's message. */
  talk_to_a_person?: { text: ByLocale } | undefined;
  /** Other ways to reach the site, offered where the chat does not help. */
  help?:
    | {
        /** `tel:` URL. */
        phone?: string | undefined;
        /** `mailto:` URL. */
        email?: string | undefined;
        /** Phrases by which the agent shows that it has not understood the visitor, or parts of them. */
        not_understood?: Record<string, string[]> | undefined;
      }
    | undefined;
  /** Rules of the launcher, which the relay makes of the branding file. */
  launcher?: LauncherRules | undefined;
  strings?: Record<string, ByLocale> | undefined;
  /** The share of pages that report counts (M-14.18); absent: all. A setting of the relay, not of the branding file. */
  visitor_health?: number | undefined;
}

/** Configuration of a site without a branding file. */
export const DEFAULT_WIDGET_CONFIG: WidgetConfig = own({
  header: own({ text: 'Chat with us' }),
  default_locale: 'en',
});

/** True if visitors are told that a machine answers: the default. */
export const isAi = (config: Partial<WidgetConfig> | null): boolean => (config?.agent_kind ?? 'ai') === 'ai';

/** The one scale of a site's feedback; undefined: it asks for none. */
export const scaleOf = (config: WidgetConfig | null): FeedbackScale | undefined => {
  const feedback = config?.feedback;
  if (!feedback) return undefined;
  return (feedback !== true && feedback.scale) || 'thumbs';
};

/** Placeholder for a configuration that has not arrived yet. */
export const NO_CONFIG: Partial<WidgetConfig> = own({});

const essentials = object({ header: object({ text }), default_locale: text });

/**
 * Reads the relay's response in the browser. The relay has validated the whole file at its start. Only the fields that every
 * view needs are checked here, in case something other than the relay responded.
 */
export function readWidgetConfig(value: unknown): WidgetConfig | undefined {
  return parse(essentials, value).ok ? (ownThroughout(value) as WidgetConfig) : undefined;
}
