import type { Lean } from './lean.ts';

/** Preact's hooks from their own sources without state, ids, error boundaries, and what its tools for developers ask for. */
export const hooks: Lean = {
  name: 'preact/hooks',
  without: /\buse(State|Reducer|ErrorBoundary|Id|DebugValue)\b/,
  files: {
    'preact/hooks/src/index.js': [
      ['let oldRoot = options._root;'],
      [/options\._root = [\s\S]*?\n};/],
      [/if \(hookItem\._nextValue\) \{[\s\S]*?\}/],
      ['hookItem._pendingArgs = hookItem._nextValue = undefined', 'hookItem._pendingArgs = undefined'],
      ['let hasErrored, errorParent;', 'let hasErrored;'],
      [/if \(errorParent === undefined\) \{[\s\S]*?s\._passive = errorParent;/],
      ['if (hasErrored) options._catchError(hasErrored, c._vnode);', 'if (hasErrored) throw hasErrored;'],
      ['if (options._hook) {'],
      [/(let )?currentHook = \d+;/g],
      [/\b__hooks\b/g, '_hooks'],
      [/!options\._skipEffects && /g],
      ['state._context = context;'],
      [
        /const state = getHookState\(currentIndex\+\+, 9\);[\s\S]*?return provider\.props\.value;/,
        'return provider && provider.props.value;',
      ],
      [/try \{\s+invokeCleanup\(component\);\s+\} catch[\s\S]*?\n\t\t\t}/, 'invokeCleanup(component);'],
      ['options._catchError(e, component._vnode)', 'throw e'],
      ["let HAS_RAF = typeof requestAnimationFrame == 'function';"],
      ['if (HAS_RAF) cancelAnimationFrame', 'cancelAnimationFrame'],
      [
        /let raf;\s+if \(HAS_RAF\) \{\s+raf = requestAnimationFrame\(done\);\s+\}/,
        'const raf = requestAnimationFrame(done);',
      ],
    ],
  },
};

/** Nobody chooses when renderings and effects happen, but for tests. */
export const schedule: Lean = {
  name: "preact's options",
  files: {
    'preact/src/component.js': [
      [' || prevDebounce != options.debounceRendering'],
      ['prevDebounce = options.debounceRendering;'],
      [/\(prevDebounce \|\| queueMicrotask\)/g, 'queueMicrotask'],
    ],
    'preact/hooks/src/index.js': [
      [' || prevRaf != options.requestAnimationFrame'],
      ['prevRaf = options.requestAnimationFrame;'],
      ['(prevRaf || afterNextFrame)', 'afterNextFrame'],
    ],
    '@preact/signals/src/index.ts': [['(options.requestAnimationFrame || deferEffects)', 'deferEffects']],
  },
};
