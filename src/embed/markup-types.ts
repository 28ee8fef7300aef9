import type { MountOptions } from '../widget/context/options.ts';
import type { FoyerDomEvents } from './api.ts';
import type { PascalCase } from './component.ts';
import type { FoyerElement } from './element.ts';

/** Types of `<foyer-chat relay="…">` in the JSX of React and of Preact, and in the templates of Vue and of Svelte. */

type KebabCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${KebabCase<Tail>}`
  : Name;

/** The libraries write `true` and `false` as attributes in different ways, but texts in the same. */
type AttributeValue<Value> = Value extends boolean
  ? `${Value}`
  : Value extends number
    ? Value | `${Value}`
    : Value;

/** The options as attributes: `auto-open="true"`. */
export type FoyerChatAttributes = {
  readonly [Name in keyof MountOptions as KebabCase<Name>]?: AttributeValue<MountOptions[Name]> | undefined;
};

interface OfThisElement {
  readonly ref?:
    | { readonly current: FoyerElement | null }
    | ((element: FoyerElement | null) => void)
    | null
    | undefined;
  /** React before 19 writes no `className` to a custom element. */
  readonly class?: string | undefined;
}

/** The element among the `Elements` of a library. It takes over the attributes that all elements have. */
type FoyerChatIn<Elements> = FoyerChatAttributes &
  OfThisElement &
  (Elements extends { section: infer Section } ? Omit<Section, keyof OfThisElement> : unknown);

/** Listeners of the element's DOM events as properties in Vue: `@foyer:session-end` is `onFoyer:sessionEnd`. */
type VueListeners = {
  readonly [Name in keyof FoyerDomEvents as `on${PascalCase<Name>}`]?: (event: FoyerDomEvents[Name]) => void;
};

/** Attributes that a template may write on every element. Vue's own types of them cannot be named here. */
type OfEveryElement = { readonly [Name in 'class' | 'id' | 'key' | 'ref' | 'style']?: unknown };

// The published types keep the directives: a page without a library has no such module. `this` are the elements of the
// library.

// biome-ignore lint/suspicious/noTsIgnore: an error is not expected where the module exists, as here.
/** @ts-ignore */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'foyer-chat': FoyerChatIn<this>;
    }
  }
}

// biome-ignore lint/suspicious/noTsIgnore: see above.
/** @ts-ignore */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'foyer-chat': FoyerChatIn<this>;
    }
  }
}

// biome-ignore lint/suspicious/noTsIgnore: see above.
/** @ts-ignore */
declare module 'vue' {
  interface GlobalComponents {
    'foyer-chat': new () => FoyerElement & {
      readonly $props: FoyerChatAttributes & VueListeners & OfEveryElement;
    };
  }
}

// biome-ignore lint/suspicious/noTsIgnore: see above.
/** @ts-ignore */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'foyer-chat': FoyerChatAttributes & (this extends { section: infer Section } ? Section : unknown);
  }
}
