import type { Reply } from './answers.ts';
import type { PageCommand, PageEvent } from './page.ts';
import { type ClientFrame, type Connection, isOpen, type Recording } from './recording.ts';
import { createScriptedRelay } from './scripted-relay.ts';
import type { Upstream } from './upstream.ts';

/** Scripted relay and socket server. It receives the events of the pages and records them. */

export type Handshake = 'accept' | 'refuse' | 'hang' | { readonly acceptAfterMs: number };

/** Server that replies by itself, instead of the script. */
export interface AutomaticServer {
  opened(connection: Connection): void;
  frameReceived(frame: ClientFrame): void;
}

export interface Backend {
  receive(page: number, event: PageEvent): void;
  /** Takes the commands that wait for a page. */
  commandsFor(page: number): readonly PageCommand[];
  answer(operation: string, reply: Reply, times: number): void;
  /** Queues the answer to the next handshake of a page, or of any. Returns a function that gives the connection that took it. */
  nextHandshake(handshake: Handshake, page: number | undefined): () => Connection | undefined;
  /**
   * Connection that the script uses: the latest one that was accepted and not closed by the server. Of several that opened at
   * one moment, the one that a step accepted.
   */
  current(page?: number): Connection | undefined;
  send(connection: Connection, text: string): void;
  sendBinary(connection: Connection, base64: string): void;
  close(connection: Connection, code: number, reason: string): void;
  /** Pending calls of the real relay. */
  pendingRelayCalls(): readonly Promise<void>[];
  /** The server reads frames and sends nothing by itself. */
  isSilent: boolean;
  /** Scripted answers that nothing asked for. */
  unused(): string[];
  /** Types of client frames that are echoed without a step. */
  readonly echoedTypes: Set<string>;
  echo: (frame: ClientFrame) => void;
  server: AutomaticServer | null;
}

interface BackendDependencies {
  readonly recording: Recording;
  readonly upstream: Upstream | null;
  now(): number;
  schedule(inMs: number, run: () => void): void;
  /** True when a later step of the script answers this, so that the client has to wait. */
  isExpected(what: 'ws' | 'relay', operation: string | undefined, page: number): boolean;
}

const EMPTY_HISTORY = '{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}';

export function createBackend(dependencies: BackendDependencies): Backend {
  const { recording, now, schedule, isExpected } = dependencies;
  const pendingHandshakes: Connection[] = [];
  const handshakes: { readonly how: Handshake; readonly page: number | undefined; by?: Connection }[] = [];
  const commands = new Map<number, PageCommand[]>();

  const command = (page: number, value: PageCommand) => {
    commands.set(page, [...(commands.get(page) ?? []), value]);
  };
  const relay = createScriptedRelay({ ...dependencies, command });

  function accept(connection: Connection, isScripted: boolean): void {
    if (connection.end) return;
    connection.openedAt = now();
    connection.isScripted = isScripted;
    recording.maxOpenSockets = Math.max(
      recording.maxOpenSockets,
      recording.connections.filter(isOpen).length,
    );
    command(connection.page, { do: 'opened', socket: connection.socket });
    if (isScripted) return;
    if (backend.server) backend.server.opened(connection);
    else backend.send(connection, EMPTY_HISTORY);
  }

  function answerHandshake(connection: Connection, how: Handshake): void {
    if (how === 'hang') return;
    if (how === 'accept') return accept(connection, true);
    if (how !== 'refuse') return schedule(how.acceptAfterMs, () => accept(connection, true));
    connection.end = { at: now(), by: 'refusal', code: 1006 };
    command(connection.page, { do: 'closed', socket: connection.socket, code: 1006, reason: '' });
  }

  /** Answers pending handshakes by the script, or accepts them when the script has no more answers and there is a network. */
  function answerHandshakes(): void {
    for (const connection of pendingHandshakes.splice(0)) {
      if (connection.end) continue;
      const next = handshakes.find(
        (handshake) =>
          handshake.by === undefined && (handshake.page === undefined || handshake.page === connection.page),
      );
      if (next) {
        next.by = connection;
        answerHandshake(connection, next.how);
      } else if (isExpected('ws', undefined, connection.page)) pendingHandshakes.push(connection);
      // Without a network there is no answer, unless the script has one.
      else if (recording.networkChanges.at(-1)?.state !== 'offline') accept(connection, false);
    }
  }

  function frameReceived(page: number, { socket, text, at }: PageEvent & { is: 'sent' }): void {
    const connection = find(page, socket);
    if (!connection) return;
    const frame: ClientFrame = {
      page,
      at,
      connection,
      text,
      ...(JSON.parse(text) as Pick<ClientFrame, 'type' | 'payload' | 'metadata'>),
      isUnread: connection.isUnresponsive,
    };
    recording.sent.push(frame);
    if (connection.end || connection.isUnresponsive) return;
    backend.server?.frameReceived(frame);
    if (backend.isSilent) return;
    if (frame.type === 'EVENT_TYPE_HEARTBEAT') {
      const id = `hb-${recording.sent.length}`;
      backend.send(connection, JSON.stringify({ id, sequence: null, type: frame.type, payload: {} }));
    } else if (backend.echoedTypes.has(frame.type)) backend.echo(frame);
  }

  const find = (page: number, socket: number) =>
    recording.connections.find((connection) => connection.page === page && connection.socket === socket);

  const backend: Backend = {
    isSilent: false,
    echoedTypes: new Set(),
    echo: () => {},
    server: null,
    pendingRelayCalls: relay.pendingCalls,
    unused: () => [...relay.unused(), ...handshakes.flatMap(({ by }) => (by ? [] : ['ws']))],
    receive(page, event) {
      switch (event.is) {
        case 'socket': {
          const { socket, url, at } = event;
          const connection: Connection = {
            page,
            socket,
            url: new URL(url),
            askedAt: at,
            isUnresponsive: false,
          };
          recording.connections.push(connection);
          pendingHandshakes.push(connection);
          return;
        }
        case 'closed': {
          const connection = find(page, event.socket);
          if (connection && !connection.end)
            connection.end = { at: event.at, by: 'client', code: event.code };
          return;
        }
        case 'sent':
          return frameReceived(page, event);
        case 'call':
          return relay.called(page, event);
        case 'aborted':
          return relay.aborted(page, event);
        case 'status':
          recording.statuses.push({ page, at: event.at, status: event.status });
          return;
        case 'sighted':
          recording.observations.add(event.what);
          return;
        case 'event':
          recording.events.push({ page, name: event.name, detail: event.detail });
          return;
        case 'error':
          recording.errors.push(event.message);
          return;
        case 'dropped':
          recording.dropped.push(event);
          return;
      }
    },
    commandsFor(page) {
      relay.answerWaiting();
      answerHandshakes();
      const own = commands.get(page) ?? [];
      commands.delete(page);
      return own;
    },
    answer: relay.answer,
    nextHandshake(how, page) {
      const handshake: (typeof handshakes)[number] = { how, page };
      handshakes.push(handshake);
      return () => handshake.by;
    },
    current: (page) =>
      recording.connections
        .filter(
          (connection) =>
            connection.openedAt !== undefined &&
            connection.end?.by !== 'server' &&
            (page ?? connection.page) === connection.page,
        )
        .sort(
          (a, b) => Number(a.openedAt) - Number(b.openedAt) || Number(a.isScripted) - Number(b.isScripted),
        )
        .at(-1),
    send(connection, text) {
      command(connection.page, { do: 'text', socket: connection.socket, text });
    },
    sendBinary(connection, base64) {
      command(connection.page, { do: 'binary', socket: connection.socket, base64 });
    },
    close(connection, code, reason) {
      if (connection.end?.by !== 'client') connection.end = { at: now(), by: 'server', code };
      command(connection.page, { do: 'closed', socket: connection.socket, code, reason });
    },
  };
  return backend;
}
