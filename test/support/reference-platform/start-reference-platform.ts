import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { createAgent, type Said } from './agent.ts';
import { type ClientEvent, type Dialect, readClientEvent } from './client-events.ts';

/**
 * A second platform for tests, written from the published shapes (sections 2 to 7 of docs/protocol.md) and from nothing else. It is
 * strict: whatever the reference does not name is recorded as a violation. It shares no code with the embedded platform and speaks
 * one dialect only.
 */

export interface ReferencePlatform {
  readonly url: string;
  readonly connectorToken: string;
  readonly hostIdentifier: string;
  /** Everything that a client or relay did against the published reference. */
  readonly violations: readonly string[];
  /** Number of sessions that were created. */
  sessionCount(): number;
  close(): Promise<void>;
}

interface Session {
  readonly id: string;
  readonly token: string;
  readonly agent: ReturnType<typeof createAgent>;
  readonly journal: object[];
  readonly sockets: Set<WebSocket>;
  hasJoined: boolean;
  hasEnded: boolean;
}

/** Headers of HTTP itself and those that the reference names. Anything else tells the platform something about a visitor. */
const HEADERS = new Set(
  'host connection keep-alive content-type content-length transfer-encoding accept accept-encoding accept-language user-agent sec-fetch-mode authorization x-token x-host'.split(
    ' ',
  ),
);

const newSession = z.strictObject({
  streaming_enabled: z.boolean().optional(),
  platform: z.enum(['web', 'ios', 'android', 'ios-web', 'android-web', 'custom']).optional(),
});

const EXPIRES_IN = 86_400;

export async function startReferencePlatform(dialect: Dialect): Promise<ReferencePlatform> {
  const connectorToken = `connector-${randomUUID()}`;
  const hostIdentifier = 'shop.example';
  const violations: string[] = [];
  const tokens = new Set<string>();
  const sessions = new Map<string, Session>();

  async function bodyOf(request: IncomingMessage): Promise<unknown> {
    let text = '';
    for await (const part of request) text += part;
    if (!/^application\/json/.test(request.headers['content-type'] ?? ''))
      violations.push(`${request.url} without Content-Type: application/json`);
    try {
      return text === '' ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** M-2.1 */
  async function accessToken(request: IncomingMessage) {
    const body = await bodyOf(request);
    if (!z.strictObject({}).safeParse(body).success)
      violations.push('access-token with a body other than {}');
    if (request.headers.authorization !== undefined) violations.push('access-token with Authorization');
    const { 'x-token': token, 'x-host': host = '' } = request.headers;
    if (token === undefined) return [401, { error: 'Missing authentication headers' }] as const;
    if (token !== connectorToken) return [401, { error: 'Connector token does not exist' }] as const;
    if (host !== hostIdentifier) return [401, { error: 'Failed to validate connector' }] as const;
    const access_token = `user-${randomUUID()}`;
    tokens.add(access_token);
    return [200, { access_token, expires_in: EXPIRES_IN, token_type: 'Bearer' }] as const;
  }

  /** M-2.2 */
  async function createSession(request: IncomingMessage) {
    const body = newSession.safeParse((await bodyOf(request)) ?? {});
    const { authorization } = request.headers;
    if (request.headers['x-token'] !== undefined) violations.push('sessions with X-Token');
    if (authorization === undefined) return [400, { error: 'Missing access token' }] as const;
    const token = /^Bearer (.+)$/.exec(authorization)?.[1];
    if (token === undefined) return [401, { error: 'Missing authentication headers' }] as const;
    if (!tokens.has(token)) return [401, { error: 'Invalid access token' }] as const;
    if (!body.success) {
      violations.push(`sessions with an unpublished body: ${body.error.issues[0]?.message}`);
      return [400, { error: 'Error parsing request' }] as const;
    }
    const session: Session = {
      id: randomUUID(),
      token,
      agent: createAgent(dialect, body.data.streaming_enabled === true),
      journal: [],
      sockets: new Set(),
      hasJoined: false,
      hasEnded: false,
    };
    sessions.set(session.id, session);
    const capabilities = { streaming: body.data.streaming_enabled === true, heartbeat_interval_seconds: 30 };
    say(session, { type: 'EVENT_TYPE_SESSION_START', payload: { capabilities } });
    return [200, { session_id: session.id }] as const;
  }

  /** M-4.2: the envelope of a journaled event, or of a transient one. Goes to every connection of the session. */
  function say(session: Session, { type, payload, isTransient }: Said, metadata?: object): void {
    const sequence = isTransient ? null : session.journal.length + 1;
    const stamp = { id: randomUUID(), sequence, timestamp: new Date().toISOString() };
    const event = { ...stamp, type, payload, ...(metadata && { metadata }) };
    if (!isTransient) session.journal.push(event);
    for (const socket of session.sockets) socket.send(JSON.stringify(event));
    if (type !== 'EVENT_TYPE_SESSION_END') return;
    session.hasEnded = true;
    for (const socket of session.sockets) socket.close(1000);
  }

  /** One event a turn of the event loop, so that other sockets are served between them. */
  async function sayAll(session: Session, all: readonly Said[]): Promise<void> {
    for (const it of all) {
      say(session, it);
      await new Promise(setImmediate);
    }
  }

  function receive(session: Session, frame: string): void {
    const event = readClientEvent(frame, dialect);
    if (typeof event === 'string') {
      violations.push(event);
      const message = 'Unknown event type or invalid message format';
      return say(session, {
        type: 'EVENT_TYPE_SYSTEM_MESSAGE',
        payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message },
        isTransient: true,
      });
    }
    if (session.hasEnded) return;
    act(session, event);
  }

  function act(session: Session, event: ClientEvent): void {
    const { type, payload, metadata } = event;
    switch (type) {
      case 'EVENT_TYPE_USER_TYPING':
        return;
      case 'EVENT_TYPE_HEARTBEAT':
        return say(session, { type, payload: {}, isTransient: true }, metadata);
      case 'EVENT_TYPE_USER_END_SESSION':
        say(session, { type, payload: {} }, metadata);
        return say(session, { type: 'EVENT_TYPE_SESSION_END', payload: { reason: 'REASON_USER_END' } });
      case 'EVENT_TYPE_USER_MESSAGE': {
        const { text } = payload as { readonly text: string };
        if (!session.hasJoined) violations.push('a message before the join (M-7.5)');
        const { custom = {} } = metadata ?? {};
        if (custom['client_event_id'] === undefined || custom['client_event_id'] !== custom['local_id'])
          violations.push('a message without the two equal ids (M-9.2)');
        say(session, { type, payload: { text, message_id: randomUUID() } }, metadata);
        return void sayAll(session, session.agent.answer(text));
      }
      default:
        if (session.hasJoined) violations.push('a second join request (M-7.1)');
        session.hasJoined = true;
        say(session, { type, payload: {} }, metadata);
        return void sayAll(session, session.agent.greet());
    }
  }

  const server = createServer(async (request, response) => {
    for (const name of Object.keys(request.headers))
      if (!HEADERS.has(name)) violations.push(`${request.url} with the header ${name}`);
    const routes: Record<string, typeof accessToken | typeof createSession> = {
      'POST /api/v1/access-token': accessToken,
      'POST /api/v1/sessions': createSession,
    };
    const route = routes[`${request.method} ${request.url}`];
    if (!route) violations.push(`the unknown route ${request.method} ${request.url}`);
    const [status, body] = route ? await route(request) : ([404, { error: 'Not found' }] as const);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });

  const socketServer = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://platform');
    const refuse = (status: number) => socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
    for (const name of searchParams.keys())
      if (!['session_id', 'access_token', 'cursor'].includes(name))
        violations.push(`a handshake with the parameter ${name}`);
    if (request.headers['cookie'] !== undefined) violations.push('a handshake with a cookie');
    const cursor = searchParams.get('cursor');
    if (cursor !== null && !/^\d+$/.test(cursor)) violations.push(`a handshake with the cursor ${cursor}`);
    const session = sessions.get(searchParams.get('session_id') ?? '');
    if (pathname !== '/ws' || !searchParams.has('session_id') || !searchParams.has('access_token'))
      return refuse(400);
    if (!session || session.hasEnded) return refuse(404);
    if (session.token !== searchParams.get('access_token')) return refuse(401);
    if (session.sockets.size >= 10) return refuse(429);
    socketServer.handleUpgrade(request, socket, head, (opened) => {
      session.sockets.add(opened);
      opened.on('close', () => session.sockets.delete(opened));
      opened.on('message', (content, isBinary) => {
        if (isBinary) violations.push('a binary frame');
        else receive(session, content.toString());
      });
      const events = session.journal.slice(Number(cursor ?? 0));
      opened.send(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
    });
  });

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    // Not the name of the relay in tests: cookies do not tell ports apart.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connectorToken,
    hostIdentifier,
    violations,
    sessionCount: () => sessions.size,
    close: () =>
      new Promise((closed) => {
        for (const socket of socketServer.clients) socket.terminate();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
