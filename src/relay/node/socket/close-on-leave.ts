import type { Duplex } from 'node:stream';

/**
 * Closes a connection when its client ends it. Before the handshake is answered nobody reads the connection, so nobody else would
 * notice. Returns a function that stops this.
 */
export function closeOnLeave(connection: Duplex): () => void {
  // Reads nothing, but Node reports the end only to a reader.
  const look = () => void connection.read(0);
  const leave = () => void connection.destroy();
  connection.on('readable', look).on('end', leave);
  return () => void connection.off('readable', look).off('end', leave);
}
