import type { Duplex } from 'node:stream';

/**
 * Closes a connection when its client ends it. Nobody reads a connection until its handshake is answered, so nobody else would
 * notice. Returns a function that stops it.
 */
export function closeOnLeave(connection: Duplex): () => void {
  // Reads nothing: the end is announced only to a reader.
  const look = () => void connection.read(0);
  const leave = () => void connection.destroy();
  connection.on('readable', look).on('end', leave);
  return () => void connection.off('readable', look).off('end', leave);
}
