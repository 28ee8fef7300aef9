import { signal } from '@preact/signals';

/** The suite of this window. It survives a look at another page, and no reload. */
export const suiteText = signal('');
