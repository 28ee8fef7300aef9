import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { packageRoot } from '../../base/package-root.ts';
import type { Result } from '../../base/result.ts';
import { MAX_DESK_NAME, MAX_DESK_TEXT } from '../../protocol/desk.ts';
import type { DeskPerson } from '../conversation.ts';
import { type Bindings, createRefusal, FOREIGN_HOST, isOwnHost } from '../guard.ts';
import { FAULTS, type Fault } from '../rest/fault.ts';
import { flag, must, oneOf, readBody, text } from '../rest/input.ts';
import { isSame } from '../tokens.ts';
import { createAttempts } from './attempts.ts';
import type { Desk } from './desk.ts';
import { streamNews } from './news-stream.ts';
import { closedPage, deskPage, signedInPage, signInPage } from './pages.ts';
import { createPass } from './pass.ts';

export const DESK_PATH = '/desk';

interface DeskOptions {
  /** Who has it may sit down at the desk. */
  readonly controlKey?: string | undefined;
  /** Pages that may send somebody to the desk. */
  readonly controlOrigins?: readonly string[] | undefined;
}

interface RoutePorts {
  readonly desk: Desk;
  /** The address that the platform was told to bind. */
  readonly listen: string;
  readonly clock: Clock;
  log(line: string): void;
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  // Not none at all: the form would come from the origin `null`.
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
  signedOut: { status: 401, code: 'UNAUTHORIZED', message: 'Sign in at /desk first' },
  notBuilt: { status: 404, code: 'NOT_FOUND', message: 'The page is not built; npm run build makes it' },
} as const satisfies Record<string, Fault>;

const signIn = z.object({
  key: z.string().default(''),
  name: z.string().default(''),
});
/** Without what hides, or turns the text around it on the visitor's screen; joiners are part of some writings. */
const NAME = /^(?=.*[^\p{C}\s])(?:[^\p{C}]|[\u200c\u200d])+$/u;

const nothing = z.strictObject({});
const message = z.strictObject({
  id: z.uuid(must('must be a UUID')),
  text: text(1, MAX_DESK_TEXT, must(`must be a text of 1 to ${MAX_DESK_TEXT} characters`)).refine(
    (it) => it.trim() !== '',
    'must have something to read',
  ),
});
const typing = z.strictObject({ state: oneOf(['started', 'stopped']) });
const availability = z.strictObject({ available: flag });

/** The desk over HTTP (contract §8): the page, its stream of news, and a call for each thing that a person can do. */
export function createDeskApp(
  { controlKey, controlOrigins = [] }: DeskOptions,
  { desk, listen, clock, log }: RoutePorts,
): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const refuse = createRefusal(log);
  if (controlKey === undefined) {
    app.get('/', (context) => context.html(closedPage(DESK_PATH), 404, HEADERS));
    app.get('/desk.css', (context) => sendFile(context, 'desk.css'));
    return app;
  }

  const now = () => clock.now();
  const pass = createPass(controlKey, DESK_PATH, now);
  const attempts = createAttempts(now);

  async function sendFile(context: Context<Bindings>, name: string) {
    const bytes = await readFile(join(packageRoot(), 'dist/desk', name)).catch(() => undefined);
    if (bytes === undefined) return refuse(context, REFUSED.notBuilt);
    return context.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': FILES[name] ?? '' });
  }

  app.use(async (context, next) => {
    if (!isOwnHost(context, listen)) return refuse(context, FOREIGN_HOST);
    const origin = context.req.header('Origin');
    const isOwn = origin === undefined || origin === `http://${context.req.header('Host')}`;
    // Elsewhere there may be a form that brings somebody here, and nothing else.
    const isBrought = context.req.path === `${DESK_PATH}/sign-in` && controlOrigins.includes(origin ?? '');
    // Cookies do not tell ports apart, so a page of another port comes with them.
    return isOwn || isBrought ? next() : refuse(context, REFUSED.origin);
  });

  app.get('/', async (context) => {
    const isSignedIn = (await pass.read(context)) !== undefined;
    return context.html(isSignedIn ? deskPage(DESK_PATH) : signInPage(DESK_PATH, ''), 200, HEADERS);
  });
  for (const name of Object.keys(FILES)) app.get(`/${name}`, (context) => sendFile(context, name));

  app.post('/sign-in', async (context) => {
    const read = signIn.safeParse(await context.req.parseBody());
    const { key, name } = read.success ? read.data : { key: '', name: '' };
    const again = (fault: string, status: 400 | 401 | 429, headers = {}) => {
      log(`desk: a sign-in refused: ${status} ${fault}`);
      return context.html(signInPage(DESK_PATH, name, fault), status, { ...HEADERS, ...headers });
    };
    const waitSeconds = attempts.waitSeconds();
    if (waitSeconds > 0)
      return again(`Too many attempts; try again in ${waitSeconds} seconds.`, 429, {
        'Retry-After': String(waitSeconds),
      });
    if (!isSame(key, controlKey)) {
      attempts.failed();
      return again('This is not the control key of this platform.', 401);
    }
    const shown = name.trim();
    if (!NAME.test(shown) || shown.length > MAX_DESK_NAME)
      return again(`A name has 1 to ${MAX_DESK_NAME} characters, all of them visible.`, 400);
    const before = await pass.read(context);
    const person = await pass.give(context, shown);
    // What the browser's other pages do from now on is done by the one who has signed in now.
    if (before && before.person.id !== person.id) desk.signOut(before.person);
    log(`desk: ${person.id} signed in`);
    // Not a redirect: to a browser that was brought here from another site it would not be ours, and come without the cookie.
    return context.html(signedInPage(DESK_PATH), 200, { ...HEADERS, Refresh: `0; url=${DESK_PATH}` });
  });

  app.post('/sign-out', async (context) => {
    const holder = await pass.read(context);
    if (holder) desk.signOut(holder.person);
    pass.take(context);
    return context.body(null, 204);
  });

  app.get('/events', async (context) => {
    // Another port's page can have it loaded, as a picture say, with the cookie and without an origin.
    if ((context.req.header('Sec-Fetch-Site') ?? 'same-origin') !== 'same-origin')
      return refuse(context, REFUSED.origin);
    const holder = await pass.read(context);
    if (!holder) return refuse(context, REFUSED.signedOut);
    // Nobody would read it, and nobody would end it.
    if (context.req.method === 'HEAD') return context.body(null, 200, HEADERS);
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    return streamNews(context, holder, { desk, clock });
  });

  /** Something that a person can do; `:id` in the path is the conversation's. */
  function verb<Body>(
    path: string,
    schema: z.ZodType<Body>,
    perform: (person: DeskPerson, id: string, body: Body) => Result<undefined, Fault> | undefined,
  ) {
    app.post(path, async (context) => {
      const holder = await pass.read(context);
      if (!holder) return refuse(context, REFUSED.signedOut);
      const body = await readBody(context.req.raw, schema);
      if (!body.ok) return refuse(context, body.error);
      const done = perform(holder.person, context.req.param('id') ?? '', body.value);
      return done && !done.ok ? refuse(context, done.error) : context.body(null, 204);
    });
  }

  verb('/available', availability, (person, _, { available }) => {
    desk.setAvailable(person, available);
    return undefined;
  });
  verb('/chats/:id/take', nothing, (person, id) => desk.take(person, id));
  verb('/chats/:id/message', message, desk.say);
  verb('/chats/:id/typing', typing, (person, id, { state }) => desk.type(person, id, state));
  verb('/chats/:id/leave', nothing, (person, id) => desk.leave(person, id));
  verb('/chats/:id/hand-back', nothing, (person, id) => desk.handBack(person, id));
  verb('/chats/:id/end', nothing, (person, id) => desk.end(person, id));
  app.all('*', (context) => refuse(context, FAULTS.notFound));
  return app;
}
