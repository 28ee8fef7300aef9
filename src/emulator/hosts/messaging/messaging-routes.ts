import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { hashOf } from '../../../base/same-secret.ts';
import type { Bindings } from '../../access/control-guard.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { MEDIA } from '../../shop/media.ts';
import { type AccessTokens, TOKEN_LIFE_SECONDS } from './access-tokens.ts';
import { type Connector, checkConnector } from './connectors.ts';
import {
  ACCESS_TOKEN_PATH,
  CONTROL_PATH,
  DESK_PATH,
  MEDIA_PATH,
  SESSIONS_PATH,
  SOCKET_PATH,
} from './paths.ts';
import { REFUSALS, type Refusal, refusalBody } from './refusals.ts';

export interface MessagingPorts {
  readonly connectors: readonly Connector[];
  readonly tokens: AccessTokens;
  readonly sessions: Pick<Sessions, 'create'>;
  readonly injectedRefusal: Faults['refuseCall'];
  /** The control API of injected faults; undefined without a control key. */
  readonly control?: Hono<Bindings> | undefined;
  readonly desk: Hono<Bindings>;
  now(): number;
  log(line: string): void;
}

const MAX_BODY_BYTES = 16_384;

const sessionRequest = z.object({
  streaming_enabled: z.boolean().default(false),
  platform: z.enum(['web', 'ios', 'android', 'ios-web', 'android-web', 'custom']).default('web'),
});

const refuse = (refusal: Refusal, headers: Record<string, string> = {}) =>
  new Response(refusalBody(refusal), {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/json',
      ...(refusal.retryAfterSeconds !== undefined && { 'Retry-After': String(refusal.retryAfterSeconds) }),
      ...headers,
    },
  });

/** Closes the connection: the rest of the body is not read, so no other request can follow it. */
const tooLarge = () => refuse(REFUSALS.bodyTooLarge, { Connection: 'close' });

/** The HTTP routes of the messaging host: tokens (M-2.1), sessions (M-2.2), the media of messages, the control API and the desk. */
export function createMessagingApp(ports: MessagingPorts): Hono<Bindings> {
  const { connectors, tokens, sessions, injectedRefusal, control, desk, now, log } = ports;
  const app = new Hono<Bindings>();

  const logAndRefuse = (context: Context<Bindings>, refusal: Refusal) => {
    log(`${context.req.method} ${context.req.path} refused: ${refusal.status} ${refusal.text}`);
    return refuse(refusal);
  };

  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }));

  if (control) app.route(CONTROL_PATH, control);
  app.route(DESK_PATH, desk);

  app.use('/api/*', async (context, next) => {
    const refusal = injectedRefusal('messaging', context.req);
    if (refusal) return logAndRefuse(context, refusal);
    return next();
  });

  app.post(ACCESS_TOKEN_PATH, (context) => {
    const connector = checkConnector(connectors, context.req.header('X-Token'), context.req.header('X-Host'));
    if (!connector.ok) return logAndRefuse(context, connector.error);
    const access_token = tokens.mint(now());
    return context.json({ access_token, expires_in: TOKEN_LIFE_SECONDS, token_type: 'Bearer' });
  });

  app.post(SESSIONS_PATH, async (context) => {
    const authorization = context.req.header('Authorization');
    if (!authorization) return logAndRefuse(context, REFUSALS.missingToken);
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    if (!token) return logAndRefuse(context, REFUSALS.missingHeaders);
    if (!tokens.isValid(token, now())) return logAndRefuse(context, REFUSALS.invalidToken);
    const body = await context.req.text();
    // an omitted body counts as a body without fields.
    const request = sessionRequest.safeParse(body === '' ? {} : parseJson(body));
    if (!request.success) return logAndRefuse(context, REFUSALS.unreadableBody);
    const { streaming_enabled: streaming, platform } = request.data;
    const session_id = sessions.create({ tokenHash: hashOf(token), streaming, platform });
    return context.json({ session_id });
  });

  app.get(`${MEDIA_PATH}/:file`, (context) => {
    const picture = MEDIA.get(context.req.param('file'));
    if (picture === undefined) return refuse(REFUSALS.noRoute);
    return context.body(picture, 200, {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });

  app.get(SOCKET_PATH, () => refuse(REFUSALS.upgradeRequired, { Upgrade: 'websocket' }));

  app.all(ACCESS_TOKEN_PATH, () => refuse(REFUSALS.wrongMethod, { Allow: 'POST' }));
  app.all(SESSIONS_PATH, () => refuse(REFUSALS.wrongMethod, { Allow: 'POST' }));
  app.all(`${MEDIA_PATH}/:file`, () => refuse(REFUSALS.wrongMethod, { Allow: 'GET' }));
  app.all(SOCKET_PATH, () => refuse(REFUSALS.wrongMethod, { Allow: 'GET' }));
  app.notFound(() => refuse(REFUSALS.noRoute));
  app.onError((error, context) => {
    log(`${context.req.method} ${context.req.path} failed: ${error.message}`);
    if (context.req.path === ACCESS_TOKEN_PATH) return refuse(REFUSALS.tokenFailed);
    if (context.req.path === SESSIONS_PATH) return refuse(REFUSALS.sessionFailed);
    return refuse(REFUSALS.internal);
  });
  return app;
}
