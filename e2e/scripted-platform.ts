import type { Page, WebSocketRoute } from 'playwright/test';
import type { MessageBody, ServerEventBody } from '../src/protocol/events.ts';
import { encodeHistory, encodeServerEvent } from '../src/protocol/server-frames.ts';

/** A platform that sends the events of a test and answers nothing. */
export interface ScriptedPlatform {
  /** Sends all events in one batch. */
  sendBatch(...bodies: readonly ServerEventBody[]): void;
  /** Sends each event in a frame of its own. */
  sendEach(...bodies: readonly ServerEventBody[]): void;
}

/** A complete message of the agent. `rest` sets further fields. */
export const agentMessage = (messageId: string, text: string, rest: Partial<MessageBody> = {}) =>
  ({
    kind: 'agentMessage',
    messageId,
    text,
    attachments: [],
    suggestions: [],
    callActions: [],
    person: {},
    endsConversation: false,
    ...rest,
  }) satisfies ServerEventBody;

const STAMP = { id: null, sequence: null, at: null };

/** Replaces the platform for every socket that `page` opens. The agent has joined; the test sends everything else. */
export async function replacePlatform(page: Page): Promise<ScriptedPlatform> {
  let socket: WebSocketRoute | undefined;
  let sequence = 0;
  const stamped = (body: ServerEventBody) => {
    sequence += 1;
    return { ...body, id: `event-${sequence}`, sequence, at: Date.now() };
  };
  const sendBatch = (...bodies: readonly ServerEventBody[]) =>
    socket?.send(encodeHistory(bodies.map(stamped), 'service', STAMP));
  await page.routeWebSocket(/\/ws\?/, (opened) => {
    socket = opened;
    sendBatch(
      { kind: 'sessionStart', capabilities: { streaming: true, heartbeatIntervalSeconds: 0 } },
      { kind: 'agentJoined', person: { name: 'Iris' } },
    );
  });
  return {
    sendBatch,
    sendEach(...bodies) {
      for (const body of bodies) socket?.send(encodeServerEvent(stamped(body), 'service'));
    },
  };
}
