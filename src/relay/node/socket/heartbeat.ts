import type { WebSocket } from 'ws';

/** Returns a function that pings a socket, or terminates it if the last ping has no answer. */
export function createHeartbeat(socket: WebSocket): () => void {
  let hasAnswered = true;
  socket.on('pong', () => {
    hasAnswered = true;
  });
  return () => {
    if (socket.readyState !== socket.OPEN) return;
    // A paused socket does not read pongs either.
    if (!hasAnswered && !socket.isPaused) return socket.terminate();
    hasAnswered = socket.isPaused;
    if (!socket.isPaused) socket.ping();
  };
}
