import type { extraEnglish } from './extra-strings.ts';
import type { english } from './strings.ts';

/** Every word of the widget in one language; English is spread over what loads first and what loads later. */
export type Catalogue = Readonly<Record<keyof typeof english | keyof typeof extraEnglish, string>>;
