import type { Language } from '../agent/phrases.ts';
import { OWN_PROJECT, type Project } from '../keys.ts';

export const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What every project has been built in. */
export const VARIANTS = [
  { id: 'main', name: 'Main line' },
  { id: 'spring', name: 'Spring sale' },
  { id: 'trial', name: 'Trial voice' },
] as const;
export type VariantId = (typeof VARIANTS)[number]['id'];

export const variantName = (id: VariantId): string => VARIANTS.find((it) => it.id === id)?.name ?? '';

/** A variant by its id or its name. One that is not there may be asked for like any other: it has no conversations. */
export const variantIdOf = (id: string | undefined, name: string | undefined): string | undefined =>
  name === undefined ? id : (VARIANTS.find((it) => it.name === name)?.id ?? '');

/** Where a conversation came about. */
export interface Origin extends Project {
  readonly environment: Environment;
  readonly channel: string;
  readonly variantId: VariantId;
  /** The one it began in. */
  readonly language: Language;
}

/** Where every session of the messaging host does. */
export const WEBCHAT: Origin = {
  ...OWN_PROJECT,
  environment: 'live',
  channel: 'WEBCHAT',
  variantId: 'main',
  language: 'en',
};
