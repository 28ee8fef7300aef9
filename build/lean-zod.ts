import type { Lean } from './lean.ts';

/**
 * zod's core without what `src/protocol/leaf.ts` never uses of it: checks, asynchronous and backward parsing, errors, classes
 * of others, the Standard Schema surface, global configuration.
 */
export const zod: Lean = {
  name: 'zod',
  without: /\bz\.(?!core\.\$Zod(Type|Transform)\b|core\.ParsePayload\b|output\b)/,
  files: {
    'zod/v4/core/core.js': [
      ['let _E = "captureStackTrace" in Error ? Error : null;'],
      ['function newError(Definition) {'],
      ['this.constr = _;'],
      ['this.traits = new Set();'],
      ['Internals.prototype = zodProto;'],
      ['const protoMembers = proto;'],
      ['const initialized = protoMembers && new WeakSet();'],
      [
        /_zodDesc\.value = new Internals\(def\);[\s\S]*?_zodDesc\.value = undefined;\s+\}/,
        'inst._zod = new Internals(def);',
      ],
      ['else if (inst._zod.traits.has(name)) {'],
      ['inst._zod.traits.add(name);'],
      ['if (initialized) {'],
      ['const proto = _.prototype;'],
      ['for (const k in proto) {'],
      ['const Parent = params?.Parent ?? Object;'],
      ['class Definition extends Parent {'],
      ['Object.defineProperty(Definition, "name", { value: name });'],
      ['const inst = params?.Parent ? newError(Definition) : this;', 'const inst = this;'],
      ['const pp = globalThis.__zod_globalConfig?.postProcessor;'],
      ['if (pp) pp(inst);'],
      ['return inst;'],
      ['Object.defineProperty(_, "init", { value: init });', '_.init = init;'],
      [/Object\.defineProperty\(_, Symbol\.hasInstance, [\s\S]*?(?=return _;)/],
      ['(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});'],
      ['export const globalConfig = globalThis.__zod_globalConfig;', 'export const globalConfig = {};'],
    ],
    'zod/v4/core/schemas.js': [
      ['inst ?? (inst = {});'],
      ['inst._zod.def = def;'],
      ['inst._zod.bag = inst._zod.bag || {};'],
      ['inst._zod.version = version;'],
      [/const defChecks = [\s\S]*?(?=if \(checks\.length === 0\))/],
      [
        /if \(checks\.length === 0\) \{[\s\S]*?\n {4}\}\n {4}else \{[\s\S]*?\n {4}\}\n\}, \{[\s\S]*?\n\}\);/,
        'inst._zod.deferred = [() => { inst._zod.run = inst._zod.parse; }];\n});',
      ],
      ['inst._zod.optin = "optional";'],
      ['core.globalConfig.memoizer?.guard(inst);'],
      [
        /if \(ctx\.direction === "backward"\) \{\s+throw new core\.\$ZodEncodeError\(inst\.constructor\.name\);\s+\}\s+(?=const _out = def\.transform\()/,
      ],
      [/if \(ctx\.async\) \{\s+const output = _out instanceof Promise[\s\S]*?\$ZodAsyncError\(\);\s+\}/],
    ],
  },
};
