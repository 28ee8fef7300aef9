import { z } from 'zod';
import {
  isMail,
  isPathPattern,
  isPhone,
  isRoute,
  MAX_ACTION,
  MAX_ACTIONS,
  MAX_AFTER_S,
  MAX_LOCALES,
  MAX_PHRASES,
  MAX_PROMPTS,
  MAX_STARTERS,
} from '../../protocol/branding-limits.ts';
import { isSecureUrl } from '../../protocol/secure-url.ts';
import { STRING_NAMES } from '../../protocol/string-names.ts';
import {
  AGENT_KINDS,
  FEEDBACK_SCALES,
  GUARD_MODES,
  ONCE,
  type PromptRule,
  type WidgetConfig,
} from '../../protocol/widget-config.ts';
import { type AvailabilityRules, availabilityRules, noticeByLocale } from './availability-schema.ts';

/** Schema of the branding file. An invalid file prevents startup, so that visitors never get it (contract §9). */

const url = z.string().refine(isSecureUrl, 'expected an https URL');
const route = z
  .string()
  .refine(isRoute, 'expected an https URL, tel: with a number, or mailto: with an address');
/** An object without other fields. The error for an unknown field lists the known ones. */
const fields = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? Object.keys(shape).join() : undefined),
  });
const byLocale = z.record(z.string(), z.string());

const prompt = fields({
  text: noticeByLocale,
  actions: z
    .record(z.string().max(35), z.array(z.string().min(1).max(MAX_ACTION)).max(MAX_ACTIONS))
    .refine((texts) => Object.keys(texts).length <= MAX_LOCALES, `expected up to ${MAX_LOCALES} languages`)
    .optional(),
  when: fields({
    path: z.string().refine(isPathPattern, 'expected a path such as "/shop" or "/shop/*/buy"').optional(),
    after_s: z.number().min(0).max(MAX_AFTER_S).optional(),
    scroll: z.number().min(0).max(1).optional(),
    returning: z.boolean().optional(),
  }).default({}),
  once: z.enum(ONCE).default('page'),
});

/** The visitors' configuration, the hours of the site, and names of handoff reasons for operators only. */
export interface BrandingFile extends Omit<WidgetConfig, 'launcher'> {
  /** Hours stay at the relay: they change what it answers, not its files. */
  readonly availability?: AvailabilityRules | undefined;
  readonly prompts?: readonly PromptRule[] | undefined;
  readonly handoff_reasons?: ReasonNames | undefined;
}

/** Names of handoff reasons by id and language. */
export type ReasonNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

const texts = fields(Object.fromEntries(STRING_NAMES.map((name) => [name, z.string().exactOptional()])));

export const branding: z.ZodType<BrandingFile> = fields({
  header: fields({ text: z.string().min(1), image: url.optional() }),
  header_style: z.enum(['brand', 'plain']).optional(),
  welcome: byLocale.optional(),
  starters: z.record(z.string(), z.array(z.string().min(1)).max(MAX_STARTERS)).optional(),
  agent: fields({ name: z.string().optional(), avatar: url.optional() }).optional(),
  agent_kind: z.enum(AGENT_KINDS).optional(),
  accent: z.string().optional(),
  radius: z.union([z.string(), z.number()]).optional(),
  font: z.string().optional(),
  image_hosts: z.array(z.string()).optional(),
  default_locale: z.string().min(2),
  consent: fields({ required: z.boolean(), text: byLocale }).optional(),
  disclaimer: fields({ show: z.enum(['always', 'until_first_message']), text: byLocale }).optional(),
  policies: fields({
    privacy_url: url.optional(),
    terms_url: url.optional(),
    place: z.enum(['menu', 'composer']).optional(),
  }).optional(),
  handoff_routes: z.record(z.string(), fields({ label: byLocale, url: route })).optional(),
  feedback: z
    .union([z.boolean(), fields({ scale: z.enum(FEEDBACK_SCALES).optional() })], {
      error: 'expected true, false or {"scale": "thumbs"|"stars"}',
    })
    .optional(),
  messages: z.boolean().optional(),
  guard: z.enum(GUARD_MODES).optional(),
  talk_to_a_person: fields({ text: byLocale }).optional(),
  help: fields({
    phone: z.string().refine(isPhone, 'expected tel: with a number').optional(),
    email: z.string().refine(isMail, 'expected mailto: with an address').optional(),
    not_understood: z.record(z.string(), z.array(z.string().min(1)).max(MAX_PHRASES)).optional(),
  }).optional(),
  availability: availabilityRules(fields).optional(),
  prompts: z.array(prompt).max(MAX_PROMPTS).optional(),
  strings: z.record(z.string(), texts).optional(),
  handoff_reasons: z.record(z.string(), byLocale).optional(),
});
