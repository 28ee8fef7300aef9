import { expect } from 'playwright/test';
import { labPage } from './page.ts';

/** The additions of Prototype.js 1.7. No package of it for browsers is published. */
const PROTOTYPE_JS = `
  Array.prototype.each = function (act) { for (let at = 0; at < this.length; at++) act(this[at], at); return this; };
  Array.prototype.clone = function () { return [].concat(this); };
  Array.prototype.clear = function () { this.length = 0; return this; };
  Array.prototype.reverse = ((own) => function (inline) { return own.call(inline === false ? this.slice() : this); })(Array.prototype.reverse);
  Array.from = (it) => { if (!it) return []; const all = []; for (let at = it.length || 0; at--; ) all[at] = it[at]; return all; };
  Function.prototype.bind = function (context, ...first) { const own = this; return function (...rest) { return own.apply(context, first.concat(rest)); }; };
  Function.prototype.curry = function (...first) { return this.bind(null, ...first); };
  Function.prototype.delay = function (seconds) { return setTimeout(this, seconds * 1000); };
  for (const name of ['hide', 'show', 'update', 'select', 'observe', 'fire']) Element.prototype[name] ??= function () { return this; };
  window.$ = (id) => document.getElementById(id);`;

export default [
  labPage({
    name: 'Prototype.js: methods of built-in objects',
    head: `<script>${PROTOTYPE_JS}</script>`,
    async after({ page }) {
      expect(await page.evaluate('[[1].clone(), (() => [this]).curry()().length]')).toEqual([[1], 1]);
    },
  }),
  labPage({
    name: 'MooTools: types over built-in objects',
    head: '<script src="/mootools.js"></script>',
    scripts: { '/mootools.js': 'mootools/lib/mootools-core-1.5.2-server.js' },
    async after({ page }) {
      expect(await page.evaluate('[[1, 2].contains(2), typeOf([])]')).toEqual([true, 'array']);
    },
  }),
];
