import type { PanelModule } from './panel-port.ts';

/** The panel as a classic script, in the folder of this module. Set by the build. */
declare const __FOYER_CLASSIC__: string;

/** The part of Trusted Types that is used here. TypeScript does not declare them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): {
    createScriptURL(input: string): string;
  };
}

/** Loads the panel as a classic script. Trusted Types must allow a policy named `foyer`. */
const load = (folder: string): Promise<PanelModule> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve(script as unknown as PanelModule);
    script.onerror = reject;
    // The nonce that let the widget's own script run.
    script.nonce = [...document.querySelectorAll('script')].find(({ nonce }) => nonce)?.nonce ?? '';
    const url = new URL(__FOYER_CLASSIC__, folder).href;
    const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
    script.src =
      trustedTypes?.createPolicy('foyer', { createScriptURL: () => url }).createScriptURL('') ?? url;
    document.querySelector(':root')?.append(script);
  });

/** The panel for a page whose prototypes are frozen (ADR 0025). */
export const { mountPanel } = await load(import.meta.url);
