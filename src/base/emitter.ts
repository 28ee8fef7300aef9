/** Event emitter. A listener that throws is reported and does not stop the others. */
export interface Emitter<Events> {
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, detail: Events[Name]): void;
  clear(): void;
}

/** Reports a bug of the embedding page in its console, where it stops nothing. */
export function reportLater(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
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
          reportLater(error);
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
