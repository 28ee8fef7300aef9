/** The client's end of a socket: it receives the platform's frames. A `SocketEvents` of the headless client is one. */
export interface ClientEnd {
  opened(): void;
  text(frame: string): void;
  binary(bytes: ArrayBuffer): void;
  closed(code: number, reason: string): void;
}

/** The client's calls on its end. `close` may have a code. */
export interface OpenedSocket {
  send(frame: string): void;
  close(code?: number): void;
}

/** A frame of the visitor's client in its wire spelling. */
export interface WireFrame {
  readonly type: string;
  readonly payload: unknown;
  readonly metadata?: { readonly custom: Record<string, string> };
}

/** The platform's end of one socket. */
export interface TestConnection {
  /** Address with `session_id`, `access_token` and `cursor`. */
  readonly url: URL;
  /** Time of the handshake, in milliseconds since the epoch. */
  readonly requestedAt: number;
  /** Frames that the client has sent, in order. */
  readonly sent: readonly WireFrame[];
  readonly isClosed: boolean;
  accept(): void;
  /** Sends a text frame as it is. One that is sent after the client has closed arrives late, as on a network. */
  send(frame: string): void;
  sendBinary(bytes?: ArrayBuffer): void;
  /** Closes the socket, or refuses its handshake. 1006 is a broken network. */
  close(code?: number, reason?: string): void;
}

/** Both ends of a socket. `received` gets each frame of the client. */
export function createConnection(
  url: string,
  client: ClientEnd,
  requestedAt: number,
  received: (frame: string) => void,
): { readonly connection: TestConnection; readonly clientSocket: OpenedSocket } {
  let isClosed = false;
  const sent: WireFrame[] = [];
  return {
    connection: {
      url: new URL(url),
      requestedAt,
      sent,
      get isClosed() {
        return isClosed;
      },
      accept: () => client.opened(),
      send: (frame) => client.text(frame),
      sendBinary: (bytes = new ArrayBuffer(1)) => client.binary(bytes),
      close(code = 1006, reason = '') {
        isClosed = true;
        client.closed(code, reason);
      },
    },
    clientSocket: {
      send(frame) {
        sent.push(JSON.parse(frame));
        received(frame);
      },
      close() {
        isClosed = true;
      },
    },
  };
}
