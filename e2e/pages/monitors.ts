import { expect } from 'playwright/test';
import { labPage } from './page.ts';

export default [
  labPage({
    name: 'zone.js: promises, timers and listeners in zones',
    head: '<script src="/zone.js"></script>',
    scripts: { '/zone.js': 'zone.js/bundles/zone.umd.min.js' },
    async after({ page }) {
      expect(await page.evaluate('Zone.current.name')).toBe('<root>');
    },
  }),
  labPage({
    name: 'Sentry: fetch, console and listeners wrapped',
    head: '<script type="module" src="/sentry.js"></script>',
    scripts: { '/sentry.js': 'bundle:e2e/pages/scripts/sentry.ts' },
    tag: '<script type="module">const tag = document.createElement("script"); tag.src = "{{RELAY}}/widget.js"; document.body.append(tag);</script>',
    async after({ page }) {
      await page.evaluate('capture()');
      expect(await page.evaluate('sent.some((body) => body.includes("of the page"))')).toBe(true);
    },
  }),
];
