import type { Page, WebSocketRoute } from 'playwright/test';
import type { MessageBody, ServerEventBody } from '../src/protocol/events.ts';
import { encodeHistory, encodeServerEvent } from '../src/protocol/server-frames.ts';

/** A platform that says what a test hands it, and answers nothing. */
export interface FarSide {
  /** Says all of it in one batch. */
  tell(...bodies: readonly ServerEventBody[]): void;
  /** Says one frame after the other. */
  say(...bodies: readonly ServerEventBody[]): void;
}

/** A complete message of the agent's, with nothing but its words unless `rest` says more. */
export const agentSays = (messageId: string, text: string, rest: Partial<MessageBody> = {}) =>
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

/** Takes the platform's place for every socket that `page` opens: the agent has joined, and then there is what the test says. */
export async function takeFarSide(page: Page): Promise<FarSide> {
  let socket: WebSocketRoute | undefined;
  let sequence = 0;
  const stamped = (body: ServerEventBody) => {
    sequence += 1;
    return { ...body, id: `event-${sequence}`, sequence, at: Date.now() };
  };
  const tell = (...bodies: readonly ServerEventBody[]) =>
    socket?.send(encodeHistory(bodies.map(stamped), 'service', STAMP));
  await page.routeWebSocket(/\/ws\?/, (opened) => {
    socket = opened;
    tell(
      { kind: 'sessionStart', capabilities: { streaming: true, heartbeatIntervalSeconds: 0 } },
      { kind: 'agentJoined', person: { name: 'Iris' } },
    );
  });
  return {
    tell,
    say(...bodies) {
      for (const body of bodies) socket?.send(encodeServerEvent(stamped(body), 'service'));
    },
  };
}
