import type { Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { CANARY } from '../test/support/corpus/index.ts';

/** Effects that hostile text must not have on a page. */
export interface Observations {
  /** Numbers of the corpus strings that ran as code. */
  readonly executed: readonly number[];
  /** Violations of the content security policy. */
  readonly violations: readonly string[];
  /** Trusted Types policies that were created. */
  readonly policies: readonly string[];
  /** Requests to hosts other than the page, the relay and the platform. */
  readonly requests: readonly string[];
  /** Opened windows and navigations. */
  readonly navigations: readonly string[];
}

export const NO_OBSERVATIONS: Observations = {
  executed: [],
  violations: [],
  policies: [],
  requests: [],
  navigations: [],
};

/** Host from which images load by themselves. */
export const IMAGE_HOST = 'img.example';
const NONCE = 'n-0123456789abcdef';

/** S-22: nothing inline, nothing by default, and Trusted Types without any policy. */
const policyOf = ({ relayUrl, emulator }: Demo) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `style-src 'nonce-${NONCE}'`,
    `img-src https://${IMAGE_HOST}`,
    `connect-src ${relayUrl} ${emulator.messagingUrl.replace(/^http/, 'ws')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

interface MonitoredPage {
  readonly url: string;
  /** Observations so far. */
  observations(): Promise<Observations>;
}

/** Sets up a page of the shop's origin with the chat. `isStrict`: with the content security policy, else without one. */
export async function setUpMonitoredPage(
  page: Page,
  demo: Demo,
  {
    isStrict,
    markup = '',
    attributes = '',
  }: { readonly isStrict: boolean; readonly markup?: string; readonly attributes?: string },
): Promise<MonitoredPage> {
  const url = `${demo.siteUrl}/shop/`;
  const allowedHosts = [demo.siteUrl, demo.relayUrl].map((url) => new URL(url).host);
  const requests: string[] = [];
  const navigations: string[] = [];
  await page.context().route('**/*', (route) => {
    const { host, protocol, href } = new URL(route.request().url());
    if (href === url)
      return route.fulfill({
        contentType: 'text/html',
        ...(isStrict && { headers: { 'Content-Security-Policy': policyOf(demo) } }),
        body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><body>${markup}<script nonce="${NONCE}" src="${demo.relayUrl}/widget.js" ${attributes} async></script></body></html>`,
      });
    if (allowedHosts.includes(host)) return route.continue();
    if (host === IMAGE_HOST) return route.fulfill({ contentType: 'image/svg+xml', body: svgImage(href) });
    requests.push(href);
    // 204 No Content: a navigation stays on the current page.
    return protocol === 'data:' ? route.continue() : route.fulfill({ status: 204 });
  });
  page.context().on('page', (opened) => navigations.push(`window ${opened.url()}`));
  page.on('framenavigated', (frame) => {
    if (![url, 'about:blank'].includes(frame.url())) navigations.push(`frame ${frame.url()}`);
  });
  const observed = { executed: [] as number[], violations: [] as string[], policies: [] as string[] };
  // Kept in Node, so that they outlive the document.
  await page.exposeFunction(CANARY, (number: number) => observed.executed.push(number));
  await page.exposeFunction('__observe', (what: 'violations' | 'policies', value: string) =>
    observed[what].push(value),
  );
  await page.addInitScript(() => {
    const { __observe: observe, trustedTypes } = window as unknown as {
      __observe(what: keyof Observations, it: string): void;
      trustedTypes: { createPolicy(name: string, ...rest: unknown[]): unknown };
    };
    document.addEventListener('securitypolicyviolation', (event) =>
      observe('violations', `${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
    const { createPolicy } = trustedTypes;
    trustedTypes.createPolicy = (name, ...rest) => {
      observe('policies', name);
      return createPolicy.call(trustedTypes, name, ...rest);
    };
  });
  return {
    url,
    async observations() {
      // Pending reports arrive before the result of this call.
      await page.evaluate(() => 0);
      return { ...observed, requests: [...requests], navigations: [...navigations] };
    },
  };
}

/** An SVG image that would run code if the page treated it as a document. */
function svgImage(href: string): string {
  const size = href.includes('huge') ? 20_000 : 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" onload="top.${CANARY}(0)"><script>top.${CANARY}(0)</script></svg>`;
}
