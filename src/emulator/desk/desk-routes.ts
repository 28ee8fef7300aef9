import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { packageRoot } from '../../base/package-root.ts';
import type { Result } from '../../base/result.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import { MAX_DESK_NAME, MAX_DESK_TEXT } from '../../protocol/desk.ts';
import { type Bindings, createRefuse, FOREIGN_HOST, isOwnHost } from '../http/control-guard.ts';
import { DESK_PATH } from '../http/paths.ts';
import { booleanField, issueText, oneOf, readBody, storableText } from '../http/request-input.ts';
import { REST_ERRORS, type RestError } from '../http/rest-error.ts';
import type { LiveAgent } from '../model/conversation.ts';
import type { ControlAccess, Settings } from '../model/settings.ts';
import type { Desk } from './desk.ts';
import { streamEvents } from './event-stream.ts';
import { readLeftMessage } from './left-message.ts';
import { closedPage, deskPage, signedInPage, signInPage } from './pages.ts';
import { createSignInCookie } from './sign-in-cookie.ts';

const MAX_FAILURES = 5;
const WINDOW_MS = 60_000;

/** Limits failed sign-ins, so that the control key cannot be guessed. */
function createSignInLimit(now: () => number) {
  let failures: readonly number[] = [];
  return {
    /** Seconds until the next attempt is allowed; 0: now. */
    waitSeconds(): number {
      failures = failures.filter((at) => at > now() - WINDOW_MS);
      const [first] = failures;
      return first === undefined || failures.length < MAX_FAILURES
        ? 0
        : Math.ceil((first + WINDOW_MS - now()) / 1000);
    },
    addFailure(): void {
      failures = [...failures, now()];
    },
  };
}

interface RoutePorts extends Pick<Settings, 'listen' | 'clock' | 'log'> {
  readonly desk: Desk;
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  // `no-referrer` would make the form's origin `null`.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const FILES: Readonly<Record<string, string>> = {
  'desk.js': 'text/javascript; charset=utf-8',
  'desk.css': 'text/css; charset=utf-8',
};

const REFUSED = {
  origin: { status: 403, code: 'FORBIDDEN', message: 'Pages of this origin may not use the desk' },
  unsigned: { status: 401, code: 'UNAUTHORIZED', message: 'The webhook is not signed with the control key' },
  signedOut: { status: 401, code: 'UNAUTHORIZED', message: 'Sign in at /desk first' },
  notBuilt: { status: 404, code: 'NOT_FOUND', message: 'The page is not built; npm run build makes it' },
} as const satisfies Record<string, RestError>;

const signIn = z.object({
  key: z.string().default(''),
  name: z.string().default(''),
});
/** Visible characters. Control and format characters could hide the name or turn the text around it; scripts need joiners. */
const NAME = /^(?=.*[^\p{C}\s])(?:[^\p{C}]|[\u200c\u200d])+$/u;

const noFields = z.strictObject({});
const message = z.strictObject({
  id: z.uuid(issueText('must be a UUID')),
  text: storableText(
    1,
    MAX_DESK_TEXT,
    issueText(`must be a text of 1 to ${MAX_DESK_TEXT} characters`),
  ).refine((text) => text.trim() !== '', 'must have something to read'),
});
const typing = z.strictObject({ state: oneOf(['started', 'stopped']) });
const availability = z.strictObject({ available: booleanField });

/** The desk's HTTP routes (contract §8): its page, the page's event stream, and one route for each action. */
export function createDeskApp(
  { controlKey, controlOrigins = [] }: ControlAccess,
  { desk, listen, clock, log }: RoutePorts,
): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const refuse = createRefuse(log);
  if (controlKey === undefined) {
    app.get('/', (context) => context.html(closedPage(), 404, HEADERS));
    app.get('/desk.css', (context) => sendFile(context, 'desk.css'));
    return app;
  }

  const now = () => clock.now();
  const cookie = createSignInCookie(controlKey, now);
  const limit = createSignInLimit(now);

  async function sendFile(context: Context<Bindings>, name: string) {
    const bytes = await readFile(join(packageRoot(), 'dist/desk', name)).catch(() => undefined);
    if (bytes === undefined) return refuse(context, REFUSED.notBuilt);
    return context.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': FILES[name] ?? '' });
  }

  app.use(async (context, next) => {
    if (!isOwnHost(context, listen)) return refuse(context, FOREIGN_HOST);
    const origin = context.req.header('Origin');
    const isOwn = origin === undefined || origin === `http://${context.req.header('Host')}`;
    // Pages of the control origins may post the sign-in form, and nothing else.
    const isSignInForm = context.req.path === `${DESK_PATH}/sign-in` && controlOrigins.includes(origin ?? '');
    // S-91: pages of other ports have the cookie too, because cookies do not depend on the port.
    return isOwn || isSignInForm ? next() : refuse(context, REFUSED.origin);
  });

  app.get('/', async (context) => {
    const isSignedIn = (await cookie.read(context)) !== undefined;
    return context.html(isSignedIn ? deskPage() : signInPage(''), 200, HEADERS);
  });
  for (const name of Object.keys(FILES)) app.get(`/${name}`, (context) => sendFile(context, name));

  app.post('/sign-in', async (context) => {
    // Rejects for a malformed multipart body.
    const form = await context.req.parseBody().catch(() => undefined);
    const read = signIn.safeParse(form);
    const { key, name } = read.success ? read.data : { key: '', name: '' };
    const refuseSignIn = (error: string, status: 400 | 401 | 429, headers = {}) => {
      log(`desk: a sign-in refused: ${status} ${error}`);
      return context.html(signInPage(name, error), status, { ...HEADERS, ...headers });
    };
    const waitSeconds = limit.waitSeconds();
    if (waitSeconds > 0)
      return refuseSignIn(`Too many attempts; try again in ${waitSeconds} seconds.`, 429, {
        'Retry-After': String(waitSeconds),
      });
    if (form === undefined) return refuseSignIn('The form could not be read.', 400);
    if (!isSameSecret(key, controlKey)) {
      limit.addFailure();
      return refuseSignIn('This is not the control key of this platform.', 401);
    }
    const visibleName = name.trim();
    if (!NAME.test(visibleName) || visibleName.length > MAX_DESK_NAME)
      return refuseSignIn(`A name has 1 to ${MAX_DESK_NAME} characters, all of them visible.`, 400);
    const before = await cookie.read(context);
    const person = await cookie.set(context, visibleName);
    // The cookie is replaced, so the browser's other pages now act as the new live agent.
    if (before && before.person.id !== person.id) desk.signOut(before.person);
    log(`desk: ${person.id} signed in`);
    // Not a redirect: after a form of another site, a redirected request would lack the `SameSite=Strict` cookie.
    return context.html(signedInPage(), 200, { ...HEADERS, Refresh: `0; url=${DESK_PATH}` });
  });

  app.post('/sign-out', async (context) => {
    const signedIn = await cookie.read(context);
    if (signedIn) desk.signOut(signedIn.person);
    cookie.clear(context);
    return context.body(null, 204);
  });

  app.get('/events', async (context) => {
    // A page of another port can load this as an image, with the cookie and without an `Origin` header.
    if ((context.req.header('Sec-Fetch-Site') ?? 'same-origin') !== 'same-origin')
      return refuse(context, REFUSED.origin);
    const signedIn = await cookie.read(context);
    if (!signedIn) return refuse(context, REFUSED.signedOut);
    // Nothing would read or end the stream of a HEAD request.
    if (context.req.method === 'HEAD') return context.body(null, 200, HEADERS);
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    return streamEvents(context, signedIn, { desk, clock });
  });

  // The webhook of a relay. Its secret is the control key.
  app.post('/messages', async (context) => {
    const body = await context.req.text();
    const left = readLeftMessage(context.req.raw.headers, body, { secret: controlKey, now: now() });
    if (left === 'refused') return refuse(context, REFUSED.unsigned);
    if (left) desk.receive(left);
    return context.body(null, 204);
  });

  /** Adds the route of an action. `:id` in its path is the conversation's. */
  function action<Body>(
    path: string,
    schema: z.ZodType<Body>,
    perform: (person: LiveAgent, id: string, body: Body) => Result<undefined, RestError> | undefined,
  ) {
    app.post(path, async (context) => {
      const signedIn = await cookie.read(context);
      if (!signedIn) return refuse(context, REFUSED.signedOut);
      const body = await readBody(context.req.raw, schema);
      if (!body.ok) return refuse(context, body.error);
      const done = perform(signedIn.person, context.req.param('id') ?? '', body.value);
      return done && !done.ok ? refuse(context, done.error) : context.body(null, 204);
    });
  }

  action('/available', availability, (person, _, { available }) => {
    desk.setAvailable(person, available);
    return undefined;
  });
  action('/chats/:id/take', noFields, (person, id) => desk.take(person, id));
  action('/chats/:id/message', message, desk.say);
  action('/chats/:id/typing', typing, (person, id, { state }) => desk.type(person, id, state));
  action('/chats/:id/leave', noFields, (person, id) => desk.leave(person, id));
  action('/chats/:id/hand-back', noFields, (person, id) => desk.handBack(person, id));
  action('/chats/:id/end', noFields, (person, id) => desk.end(person, id));
  app.all('*', (context) => refuse(context, REST_ERRORS.notFound));
  return app;
}
