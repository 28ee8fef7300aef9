import type { Lean } from './lean.ts';

/** Signals from their own sources, without signals as text and attributes, models, and what their tools for developers ask for. */
export const signals: Lean = {
  name: '@preact/signals',
  without: /\b((create|use)Model\b|(un)?watched:)/,
  files: {
    '@preact/signals/src/index.ts': [
      [/const DEVTOOLS_ENABLED =[\s\S]*?;/],
      ['if (DEVTOOLS_ENABLED) this._debugCallback?.call(this);'],
      [/function SignalValue\([\s\S]*?(?=hook\(OptionsTypes\.DIFF,)/],
      ['if (typeof vnode.type === "string") {'],
      ['let dom: Element;'],
      ['if (typeof vnode.type === "string" && (dom = vnode.__e as Element)) {'],
      [/if \(typeof vnode\.type === "string"\) \{\s+let dom = [\s\S]*?\} else \{/, '{'],
      [/hook\(OptionsTypes\.HOOK, [\s\S]*?\n}\);/],
      [/,\s+\{ name \}\s+\)/, ')'],
      [/,\s+typeof vnode\.type === "function"\s+\? vnode\.type\.displayName[\s\S]*?: ""/],
      ['if (this.__R) return true;'],
      ['for (let i in state) return true;'],
      [/if \(this\.__f \|\| [\s\S]*?\} else \{/, '{'],
      ['(HAS_PENDING_UPDATE | HAS_HOOK_STATE)', 'HAS_PENDING_UPDATE'],
      ['i !== "__source" && '],
      ['typeof requestAnimationFrame === "undefined" ? setTimeout : safeRaf', 'safeRaf'],
      // Preact's inner parts have their long names here; signals know those of its published build.
      [/\.__c\b/g, '._component'],
      [
        'function hook<T extends OptionsTypes>(hookName: T, hookFn: HookFn<T>) {',
        'const hook = (old, hookFn) => hookFn.bind(null, old || (() => {}));',
      ],
      [/hook\(OptionsTypes\.DIFF,/, 'options._diff = hook(options._diff,'],
      [/hook\(OptionsTypes\.RENDER,/, 'options._render = hook(options._render,'],
      [/hook\(OptionsTypes\.CATCH_ERROR,/, 'options._catchError = hook(options._catchError,'],
      [/hook\(OptionsTypes\.DIFFED,/, 'options.diffed = hook(options.diffed,'],
      [/hook\(OptionsTypes\.UNMOUNT,/, 'options.unmount = hook(options.unmount,'],
    ],
    '@preact/signals-core/src/index.ts': [
      ['const BRAND_SYMBOL = Symbol.for("preact-signals");'],
      ['Signal.prototype.brand = BRAND_SYMBOL;'],
      ['const prevCapturedEffects = capturedEffects;'],
      ['capturedEffects = undefined;'],
      ['capturedEffects = prevCapturedEffects;'],
      ['this._watched = options?.watched;'],
      ['this._unwatched = options?.unwatched;'],
      [/this\.name = options\?\.name;/g],
      [/else \{\s+untracked\(\(\) => \{\s+this\._watched\?\.call\(this\);\s+\}\);\s+\}/],
      [
        /if \(next === undefined\) \{\s+untracked\(\(\) => \{\s+this\._unwatched\?\.call\(this\);\s+\}\);\s+\}/,
      ],
      [/,\s+\{ name: "sub" \}/],
      ['Signal.prototype.valueOf = function () {'],
      ['Signal.prototype.toString = function () {'],
      ['Signal.prototype.toJSON = function () {'],
      ['if (capturedEffects) {'],
      ['Effect.prototype.dispose = function () {'],
      ['(dispose as any)[Symbol.dispose] = dispose;'],
    ],
  },
};
