/** Scripts of embedding pages that change globals, by their names in scenarios. */
export const HOSTILE_SCRIPTS: Readonly<Record<string, string>> = {
  'Array.prototype.map enumerable extra':
    'const { map } = Array.prototype; Array.prototype.map = function (...given) { return map.apply(this, given); }; Array.prototype.extra = () => {};',
  'Array.prototype enumerable extra': 'Array.prototype.extra = () => {};',
  'Object.prototype.foo': 'Object.prototype.foo = "bar";',
  'Object.prototype enumerable extra': 'Object.prototype.extra = () => {};',
  'window.fetch wrapper':
    'const { fetch: own } = window; window.fetch = function (...given) { return own.apply(this, given).then((it) => it); };',
  'fetch wrapper':
    'const { fetch: own } = window; window.fetch = function (...given) { return own.apply(this, given).then((it) => it); };',
  'JSON.parse wrapper':
    'const { parse } = JSON; JSON.parse = function (...given) { return parse.apply(this, given); };',
  'JSON.stringify wrapper':
    'const { stringify } = JSON; JSON.stringify = function (...given) { return stringify.apply(this, given); };',
  'Promise polyfill': 'window.Promise = class Promise extends window.Promise {};',
  'Array.prototype.toJSON': 'Array.prototype.toJSON = function () { return [...this]; };',
  '* {display:none!important}':
    'const style = document.createElement("style"); style.textContent = "* {display:none!important}"; document.head.append(style);',
};
