import type { InPageEngine } from './types.ts';

/** Counts the listeners on targets that outlive the widget: the window, the document and their objects. */
export function installListeners(engine: InPageEngine): void {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const known = new Map<EventTarget, Set<string>>();
  const ids = new WeakMap<object, number>();
  let numbers = 0;

  const isLasting = (target: EventTarget): boolean =>
    target === window ||
    target === document ||
    target === document.documentElement ||
    target === document.body ||
    target === window.visualViewport ||
    target instanceof MediaQueryList;

  function keyOf(
    type: string,
    listener: object,
    options: boolean | EventListenerOptions | undefined,
  ): string {
    const isCapture = typeof options === 'boolean' ? options : options?.capture === true;
    const id = ids.get(listener) ?? ++numbers;
    ids.set(listener, id);
    return `${type} ${id} ${isCapture}`;
  }

  function count(): void {
    engine.listeners = [...known.values()].reduce((sum, value) => sum + value.size, 0);
  }

  EventTarget.prototype.addEventListener = function (type, listener, options) {
    Reflect.apply(addEventListener, this, [type, listener, options]);
    const target = this ?? window;
    const { signal, once } = typeof options === 'object' ? options : {};
    if (!listener || !isLasting(target) || signal?.aborted) return;
    const key = keyOf(type, listener, options);
    known.set(target, (known.get(target) ?? new Set()).add(key));
    const forget = () => {
      known.get(target)?.delete(key);
      count();
    };
    if (signal) Reflect.apply(addEventListener, signal, ['abort', forget, { once: true }]);
    if (once) Reflect.apply(addEventListener, target, [type, forget, { once: true }]);
    count();
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    Reflect.apply(removeEventListener, this, [type, listener, options]);
    if (listener) known.get(this ?? window)?.delete(keyOf(type, listener, options));
    count();
  };
}
