/** The end of a connection: without a close frame, or with one. */
export type Disconnect = 'terminate' | { readonly code: number; readonly reason: string };

interface Registered {
  readonly sessionId: string;
  isOpen(): boolean;
  disconnect(how: Disconnect): void;
}

export type ConnectionRegistry = ReturnType<typeof createConnectionRegistry>;

/** The connections of all sessions. Connections register themselves, and injected faults disconnect them. */
export function createConnectionRegistry() {
  const connections = new Set<Registered>();
  return {
    /** Returns a function that removes the connection. */
    add(connection: Registered): () => void {
      connections.add(connection);
      return () => connections.delete(connection);
    },
    /** Disconnects the open connections of one session, or of all, and returns their number. */
    disconnect(sessionId: string | undefined, how: Disconnect): number {
      const chosen = [...connections].filter(
        (connection) =>
          connection.isOpen() && (sessionId === undefined || connection.sessionId === sessionId),
      );
      for (const connection of chosen) connection.disconnect(how);
      return chosen.length;
    },
  };
}
