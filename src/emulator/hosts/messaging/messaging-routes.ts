import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { hashOf } from '../../../base/same-secret.ts';
import { MAX_CONTEXT_TOKEN } from '../../../protocol/relay.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Bindings } from '../../http/control-guard.ts';
import {
  ACCESS_TOKEN_PATH,
  CONTEXT_PATH,
  CONTROL_PATH,
  DESK_PATH,
  MEDIA_PATH,
  SESSIONS_PATH,
  SOCKET_PATH,
} from '../../http/paths.ts';
import { REFUSALS, type Refusal, refusalBody } from '../../http/refusals.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { MEDIA } from '../../shop/media.ts';
import { type AccessTokens, TOKEN_LIFE_SECONDS } from './access-tokens.ts';
import { type Connector, checkConnector } from './connectors.ts';
import type { ContextReceiver } from './context-receiver.ts';

export interface MessagingPorts {
  readonly connectors: readonly Connector[];
  readonly tokens: AccessTokens;
  readonly sessions: Pick<Sessions, 'create'>;
  readonly injectedRefusal: Faults['refuseCall'];
  /** The control API of injected faults; undefined without a control key. */
  readonly control?: Hono<Bindings> | undefined;
  /** Takes the tokens of sites about their visitors; undefined without their key. */
  readonly context?: ContextReceiver | undefined;
  readonly desk: Hono<Bindings>;
  now(): number;
  log(line: string): void;
}

const MAX_BODY_BYTES = 16_384;
/** A token of the longest kind in its JSON. */
const MAX_CONTEXT_BODY_BYTES = MAX_CONTEXT_TOKEN + 1_024;
const [BEFORE_ID = '', AFTER_ID = ''] = CONTEXT_PATH.split(':session_id');
const isContext = (path: string): boolean =>
  path.startsWith(BEFORE_ID) &&
  path.endsWith(AFTER_ID) &&
  /^[^/]+$/.test(path.slice(BEFORE_ID.length, -AFTER_ID.length));

const sessionRequest = z.object({
  streaming_enabled: z.boolean().default(false),
  platform: z.enum(['web', 'ios', 'android', 'ios-web', 'android-web', 'custom']).default('web'),
});

/** The path of a request, without the id of a session. */
const pathOf = ({ req }: Context<Bindings>): string => (isContext(req.path) ? CONTEXT_PATH : req.path);

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
  const {
    connectors,
    tokens,
    sessions,
    injectedRefusal,
    context: receiveContext,
    control,
    desk,
    now,
    log,
  } = ports;
  const app = new Hono<Bindings>();

  const logAndRefuse = (context: Context<Bindings>, refusal: Refusal) => {
    log(`${context.req.method} ${pathOf(context)} refused: ${refusal.status} ${refusal.text}`);
    return refuse(refusal);
  };

  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });
  const limited = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });
  const limitedContext = bodyLimit({ maxSize: MAX_CONTEXT_BODY_BYTES, onError: tooLarge });
  app.use((context, next) =>
    (receiveContext && isContext(context.req.path) ? limitedContext : limited)(context, next),
  );

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

  /** The access token of a call. */
  function tokenOf({ req }: Context<Bindings>): Result<string, Refusal> {
    const authorization = req.header('Authorization');
    if (!authorization) return err(REFUSALS.missingToken);
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    if (!token) return err(REFUSALS.missingHeaders);
    return tokens.isValid(token, now()) ? ok(token) : err(REFUSALS.invalidToken);
  }

  if (receiveContext) {
    app.post(CONTEXT_PATH, async (context) => {
      const token = tokenOf(context);
      if (!token.ok) return logAndRefuse(context, token.error);
      const body = parseJson(await context.req.text());
      const refusal = receiveContext(context.req.param('session_id'), token.value, body);
      return refusal ? logAndRefuse(context, refusal) : context.body(null, 204);
    });
    app.all(CONTEXT_PATH, () => refuse(REFUSALS.wrongMethod, { Allow: 'POST' }));
  }

  app.post(SESSIONS_PATH, async (context) => {
    const token = tokenOf(context);
    if (!token.ok) return logAndRefuse(context, token.error);
    const body = await context.req.text();
    // an omitted body counts as a body without fields.
    const request = sessionRequest.safeParse(body === '' ? {} : parseJson(body));
    if (!request.success) return logAndRefuse(context, REFUSALS.unreadableBody);
    const { streaming_enabled: streaming, platform } = request.data;
    const session_id = sessions.create({ tokenHash: hashOf(token.value), streaming, platform });
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
    log(`${context.req.method} ${pathOf(context)} failed: ${error.message}`);
    if (context.req.path === ACCESS_TOKEN_PATH) return refuse(REFUSALS.tokenFailed);
    if (context.req.path === SESSIONS_PATH) return refuse(REFUSALS.sessionFailed);
    return refuse(REFUSALS.internal);
  });
  return app;
}
