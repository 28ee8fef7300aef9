import type { Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { CANARY } from '../test/support/corpus/index.ts';

/** What a page must never have seen after it was shown hostile text. */
export interface Sightings {
  /** Canaries that sang: text was run. */
  readonly sung: readonly number[];
  /** Breaches of the page's policy. */
  readonly violations: readonly string[];
  /** Policies by which text may become markup or code. */
  readonly policies: readonly string[];
  /** What was asked of anybody but the page's own, the relay and the platform. */
  readonly requests: readonly string[];
  /** Windows that were opened, and places that the page was led to. */
  readonly moves: readonly string[];
}

export const NOTHING: Sightings = { sung: [], violations: [], policies: [], requests: [], moves: [] };

/** Pictures load from here by themselves. */
export const PICTURES = 'img.example';
const NONCE = 'n-0123456789abcdef';

/** S-22: nothing inline, nothing by default, and no text is ever taken for code or markup. */
const policyOf = ({ relayUrl, emulator }: Demo) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `style-src 'nonce-${NONCE}'`,
    `img-src https://${PICTURES}`,
    `connect-src ${relayUrl} ${emulator.messagingUrl.replace(/^http/, 'ws')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

interface Watched {
  readonly url: string;
  /** All that has been seen so far. */
  sightings(): Promise<Sightings>;
}

/** A page of the shop's origin with the chat in it, that is watched; `isStrict`: with the policy, else without any. */
export async function watchedPage(
  page: Page,
  demo: Demo,
  {
    isStrict,
    markup = '',
    attributes = '',
  }: { readonly isStrict: boolean; readonly markup?: string; readonly attributes?: string },
): Promise<Watched> {
  const url = `${demo.siteUrl}/shop/`;
  const friends = [demo.siteUrl, demo.relayUrl].map((it) => new URL(it).host);
  const requests: string[] = [];
  const moves: string[] = [];
  // A page that no server sent is not on loopback to the browser, which asks before it reaches there.
  await page.context().grantPermissions(['local-network-access']);
  await page.context().route('**/*', (route) => {
    const { host, protocol, href } = new URL(route.request().url());
    if (href === url)
      return route.fulfill({
        contentType: 'text/html',
        ...(isStrict && { headers: { 'Content-Security-Policy': policyOf(demo) } }),
        body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><body>${markup}<script nonce="${NONCE}" src="${demo.relayUrl}/widget.js" ${attributes} async></script></body></html>`,
      });
    if (friends.includes(host)) return route.continue();
    if (host === PICTURES) return route.fulfill({ contentType: 'image/svg+xml', body: pictureOf(href) });
    requests.push(href);
    // Nothing: who was led here stays where they are.
    return protocol === 'data:' ? route.continue() : route.fulfill({ status: 204 });
  });
  page.context().on('page', (opened) => moves.push(`window ${opened.url()}`));
  page.on('framenavigated', (frame) => {
    if (![url, 'about:blank'].includes(frame.url())) moves.push(`frame ${frame.url()}`);
  });
  const seen = { sung: [] as number[], violations: [] as string[], policies: [] as string[] };
  // They outlive the document that they were seen in.
  await page.exposeFunction(CANARY, (number: number) => seen.sung.push(number));
  await page.exposeFunction('__saw', (what: 'violations' | 'policies', it: string) => seen[what].push(it));
  await page.addInitScript(() => {
    const { __saw: saw, trustedTypes } = window as unknown as {
      __saw(what: keyof Sightings, it: string): void;
      trustedTypes: { createPolicy(name: string, ...rest: unknown[]): unknown };
    };
    document.addEventListener('securitypolicyviolation', (it) =>
      saw('violations', `${it.effectiveDirective} ${it.blockedURI} ${it.sample}`),
    );
    const { createPolicy } = trustedTypes;
    trustedTypes.createPolicy = (name, ...rest) => {
      saw('policies', name);
      return createPolicy.call(trustedTypes, name, ...rest);
    };
  });
  return {
    url,
    async sightings() {
      // What the page has seen by now arrives before its answer.
      await page.evaluate(() => 0);
      return { ...seen, requests: [...requests], moves: [...moves] };
    },
  };
}

/** A picture that is a document, and would sing in a page that takes it for one. */
function pictureOf(href: string): string {
  const size = href.includes('huge') ? 20_000 : 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" onload="top.${CANARY}(0)"><script>top.${CANARY}(0)</script></svg>`;
}
