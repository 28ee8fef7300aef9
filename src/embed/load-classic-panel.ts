import type { PanelModule } from './panel-port.ts';

/** The panel as a classic script, relative to the URL of the script. Set by the build. */
declare const __FOYER_CLASSIC_PANEL__: string;

/** The part of Trusted Types that is used here. TypeScript does not declare them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): {
    createScriptURL(input: string): string;
  };
}

/**
 * Whether the page has frozen `Object.prototype` without the accessors that hardening libraries add. Then no strict code can
 * assign `toString` to an object, as signals does, and a module is always strict (ADR 0025).
 */
export const needsClassicPanel = (): boolean =>
  Object.getOwnPropertyDescriptor(Object.prototype, 'toString')?.writable === false;

/** Loads the panel as a classic script. Trusted Types must allow a policy named `foyer`. */
export const loadClassicPanel = ({ src, nonce }: HTMLScriptElement): Promise<PanelModule> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve(script as unknown as PanelModule);
    script.onerror = reject;
    script.nonce = nonce;
    const url = new URL(__FOYER_CLASSIC_PANEL__, src).href;
    const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
    script.src =
      trustedTypes?.createPolicy('foyer', { createScriptURL: () => url }).createScriptURL('') ?? url;
    document.querySelector(':root')?.append(script);
  });
