import type { deferredEnglish } from './deferred-strings.ts';
import type { onDemandEnglish } from './on-demand-strings.ts';
import type { english } from './strings.ts';

/** Every string of the widget in one language. English is split between the panel, the deferred and the on-demand chunk. */
export type Catalogue = Readonly<
  Record<keyof typeof english | keyof typeof deferredEnglish | keyof typeof onDemandEnglish, string>
>;
