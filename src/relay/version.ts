declare const __FOYER_VERSION__: string | undefined;

/** The package's version; what runs from the sources, as tests do, has none. */
export const VERSION = typeof __FOYER_VERSION__ === 'undefined' ? '0.0.0' : __FOYER_VERSION__;
