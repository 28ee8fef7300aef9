/** One socket of a session. */
export interface Connection {
  /** False as soon as one side has begun to close the connection. */
  isOpen(): boolean;
  send(frame: string): void;
  close(code: number, reason: string): void;
}
