/** Callbacks by event name. A callback that throws is reported and never stops the others. */
export interface Emitter<Events> {
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void;
  clear(): void;
}

export function createEmitter<Events>(): Emitter<Events> {
  type Listener = (detail: never) => void;
  const listeners = new Map<keyof Events, Set<Listener>>();
  return {
    on(name, listener) {
      const forName = listeners.get(name) ?? new Set();
      listeners.set(name, forName.add(listener));
      return () => forName.delete(listener);
    },
    emit(name, detail) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          (listener as (detail: Events[typeof name]) => void)(detail);
        } catch (error) {
          // The embedding page's bug is the page's: it surfaces in its console and leaves the chat alone.
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
