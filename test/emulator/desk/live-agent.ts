import type { Emulator } from '../../../src/emulator/index.ts';
import type { DeskChat, DeskEntry } from '../../../src/protocol/desk.ts';
import { noteSecrets } from '../../support/secrets.ts';
import { KEY } from '../faults/control-client.ts';

/** A minimal client of the desk for tests: a live agent with one page. */

noteSecrets(KEY);

type Host = Pick<Emulator, 'messagingUrl'>;

export const signIn = (
  { messagingUrl }: Host,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(`${messagingUrl}/desk/sign-in`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });

export const cookieOf = (answer: Response) => (answer.headers.get('Set-Cookie') ?? '').replace(/;.*$/, '');

export interface PageEvent {
  readonly event: string;
  readonly detail: never;
}

export interface DeskState {
  readonly name: string;
  readonly available: boolean;
  readonly chats: readonly DeskChat[];
}

/** One page of a live agent, with the state that it shows. */
export interface Page {
  readonly events: readonly PageEvent[];
  desk(): DeskState;
  entries(id: string): readonly DeskEntry[];
  isTyping(id: string): boolean;
  /** Resolves when the state fits, now or after a later event. */
  until(fits: () => boolean): Promise<void>;
  /** Resolves when the event stream has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

function read(part: string): PageEvent | undefined {
  const event = /^event: (.*)$/m.exec(part)?.[1];
  const data = /^data: (.*)$/m.exec(part)?.[1];
  return event && data ? { event, detail: JSON.parse(data) as never } : undefined;
}

export async function openPage({ messagingUrl }: Host, cookie: string): Promise<Page> {
  const leaving = new AbortController();
  const answer = await fetch(`${messagingUrl}/desk/events`, {
    headers: { Cookie: cookie },
    signal: leaving.signal,
  });
  if (!answer.body || answer.status !== 200) throw new Error(`the desk answered ${answer.status}`);
  const events: PageEvent[] = [];
  const watching = new Set<() => void>();
  const entries = new Map<string, DeskEntry[]>();
  const typing = new Map<string, boolean>();
  let desk: DeskState | undefined;

  function take(pageEvent: PageEvent) {
    events.push(pageEvent);
    const detail = pageEvent.detail as {
      id: string;
      entries: DeskEntry[];
      entry: DeskEntry;
      typing: boolean;
    };
    if (pageEvent.event === 'desk') desk = pageEvent.detail;
    if (pageEvent.event === 'history') entries.set(detail.id, [...detail.entries]);
    if (pageEvent.event === 'entry') entries.get(detail.id)?.push(detail.entry);
    if (pageEvent.event === 'typing') typing.set(detail.id, detail.typing);
    for (const look of [...watching]) look();
  }

  const readAll = async (body: ReadableStream<Uint8Array>) => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of body) {
      const parts = (text + decoder.decode(part, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const it of parts.map(read)) if (it) take(it);
    }
  };
  const ended = readAll(answer.body).catch(() => {});

  const page: Page = {
    events,
    desk: () => desk ?? { name: '', available: false, chats: [] },
    entries: (id) => entries.get(id) ?? [],
    isTyping: (id) => typing.get(id) ?? false,
    until: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          if (!fits()) return;
          watching.delete(look);
          resolve();
        };
        watching.add(look);
        look();
      }),
    ended,
    close: () => leaving.abort(),
  };
  await page.until(() => desk !== undefined);
  return page;
}

export interface LiveAgentClient extends Page {
  readonly cookie: string;
  /** Posts an action. Returns status and body of the answer. */
  post(path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Signs in and opens a page. */
export async function joinDesk(emulator: Host, name = 'Ada'): Promise<LiveAgentClient> {
  const cookie = cookieOf(await signIn(emulator, { key: KEY, name }));
  return {
    ...(await openPage(emulator, cookie)),
    cookie,
    post: (...value) => post(emulator, cookie, ...value),
  };
}

export async function post({ messagingUrl }: Host, cookie: string, path: string, body: object = {}) {
  const answer = await fetch(`${messagingUrl}/desk/${path}`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
