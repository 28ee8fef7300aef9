import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { MEDIA } from './agent/media.ts';
import { type Connector, checkConnector } from './connectors.ts';
import { DESK_PATH } from './desk/routes.ts';
import { CONTROL_PATH } from './faults/control.ts';
import type { Bindings } from './guard.ts';
import { REFUSALS, type Refusal, refusalBody } from './refusals.ts';
import type { Sessions } from './sessions.ts';
import { SOCKET_PATH } from './sockets.ts';
import { hashOf, TOKEN_LIFE_SECONDS, type Tokens } from './tokens.ts';

export interface HttpPorts {
  readonly connectors: readonly Connector[];
  readonly tokens: Tokens;
  readonly sessions: Pick<Sessions, 'create'>;
  /** A refusal that was ordered for this call. */
  ordered(
    host: 'messaging',
    call: { readonly method: string; readonly path: string; readonly url: string },
  ): Refusal | undefined;
  /** How the platform is told to fail, when that can be told over HTTP. */
  readonly control?: Hono<Bindings> | undefined;
  /** Where people take the live-agent side. */
  readonly desk: Hono<Bindings>;
  now(): number;
  log(line: string): void;
}

export const ACCESS_TOKEN_PATH = '/api/v1/access-token';
export const SESSIONS_PATH = '/api/v1/sessions';
export const MEDIA_PATH = '/media';
const MAX_BODY_BYTES = 16_384;

const sessionRequest = z.object({
  streaming_enabled: z.boolean().default(false),
  platform: z.enum(['web', 'ios', 'android', 'ios-web', 'android-web', 'custom']).default('web'),
});

/** An omitted body is one without fields (specification, Messaging). */
function parseSessionRequest(body: string) {
  try {
    return sessionRequest.safeParse(body === '' ? {} : JSON.parse(body));
  } catch {
    return undefined;
  }
}

const refuse = (refusal: Refusal, headers: Record<string, string> = {}) =>
  new Response(refusalBody(refusal), {
    status: refusal.status,
    headers: {
      'Content-Type': 'application/json',
      ...(refusal.retryAfterSeconds !== undefined && { 'Retry-After': String(refusal.retryAfterSeconds) }),
      ...headers,
    },
  });

/** The rest of the body is not read, so nothing can follow it. */
const tooLarge = () => refuse(REFUSALS.bodyTooLarge, { Connection: 'close' });

/** The HTTP side of the messaging host (messaging §2), and the pictures that its agent shows. */
export function createHttpApp({
  connectors,
  tokens,
  sessions,
  ordered,
  control,
  desk,
  now,
  log,
}: HttpPorts): Hono<Bindings> {
  const app = new Hono<Bindings>();

  const answerRefused = (context: Context<Bindings>, refusal: Refusal) => {
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
    const refusal = ordered('messaging', context.req);
    if (refusal) return answerRefused(context, refusal);
    return next();
  });

  app.post(ACCESS_TOKEN_PATH, (context) => {
    const connector = checkConnector(connectors, context.req.header('X-Token'), context.req.header('X-Host'));
    if (!connector.ok) return answerRefused(context, connector.error);
    const access_token = tokens.mint(now());
    return context.json({ access_token, expires_in: TOKEN_LIFE_SECONDS, token_type: 'Bearer' });
  });

  app.post(SESSIONS_PATH, async (context) => {
    const authorization = context.req.header('Authorization');
    if (!authorization) return answerRefused(context, REFUSALS.missingHeaders);
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    if (!token) return answerRefused(context, REFUSALS.missingToken);
    if (!tokens.isValid(token, now())) return answerRefused(context, REFUSALS.invalidToken);
    const request = parseSessionRequest(await context.req.text());
    if (!request?.success) return answerRefused(context, REFUSALS.unreadableBody);
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
