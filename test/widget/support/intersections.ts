import { act } from '@testing-library/preact';
import { afterEach, beforeEach, vi } from 'vitest';

export interface Intersections {
  /** Reports which of the observed elements intersect, as a browser does after each layout. */
  report(isIntersecting: (element: Element) => boolean): void;
}

/** Replaces the intersection observers of each test of a file: happy-dom has no layout. */
export function useIntersections(): Intersections {
  type Observed = { readonly targets: Set<Element>; readonly callback: IntersectionObserverCallback };
  const observers = new Set<Observed>();

  beforeEach(() => {
    observers.clear();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #observed: Observed;
        constructor(callback: IntersectionObserverCallback) {
          this.#observed = { targets: new Set(), callback };
          observers.add(this.#observed);
        }
        observe(element: Element) {
          this.#observed.targets.add(element);
        }
        unobserve(element: Element) {
          this.#observed.targets.delete(element);
        }
        disconnect() {
          observers.delete(this.#observed);
        }
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  return {
    report(isIntersecting) {
      void act(() => {
        for (const { targets, callback } of observers) {
          const changes = [...targets].map((target) => ({ target, isIntersecting: isIntersecting(target) }));
          callback(changes as IntersectionObserverEntry[], {} as IntersectionObserver);
        }
      });
    },
  };
}
