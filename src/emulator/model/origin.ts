import type { Language } from '../shop/languages.ts';
import { OWN_PROJECT, type Project } from './project.ts';

export const ENVIRONMENTS = ['sandbox', 'pre-release', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The agent variants of every project. */
export const VARIANTS = [
  { id: 'main', name: 'Main line' },
  { id: 'spring', name: 'Spring sale' },
  { id: 'trial', name: 'Trial voice' },
] as const;
export type VariantId = (typeof VARIANTS)[number]['id'];

export const variantName = (id: VariantId): string =>
  VARIANTS.find((variant) => variant.id === id)?.name ?? '';

/** The id of a variant by its id or its name. An unknown variant is a valid filter that matches no conversation. */
export const variantIdBy = (id: string | undefined, name: string | undefined): string | undefined =>
  name === undefined ? id : (VARIANTS.find((variant) => variant.name === name)?.id ?? '');

/** Project, environment, channel and variant of a conversation. */
export interface Origin extends Project {
  readonly environment: Environment;
  readonly channel: string;
  readonly variantId: VariantId;
  /** The language of its start. */
  readonly language: Language;
}

/** The origin of every session of the messaging host. */
export const WEBCHAT: Origin = {
  ...OWN_PROJECT,
  environment: 'live',
  channel: 'WEBCHAT',
  variantId: 'main',
  language: 'en',
};
