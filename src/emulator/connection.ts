/** One socket of a session. */
export interface Connection {
  /** False as soon as one side has begun to close it. */
  isOpen(): boolean;
  send(frame: string): void;
  close(code: number, reason: string): void;
  /** Ends the TCP connection without a close frame. */
  cut(): void;
}
