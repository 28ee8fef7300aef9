import type { Emulator } from '../../../src/emulator/index.ts';
import type { DeskChat, DeskEntry } from '../../../src/protocol/desk.ts';
import { noteSecrets } from '../../support/secrets.ts';
import { KEY } from '../faults/order.ts';

/** A person at the desk, for tests: plain `fetch` and nothing clever. */

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

export interface News {
  readonly news: string;
  readonly detail: never;
}

export interface DeskState {
  readonly name: string;
  readonly available: boolean;
  readonly chats: readonly DeskChat[];
}

/** One page of a person: what it was told so far, as a page would show it. */
export interface Page {
  readonly news: readonly News[];
  desk(): DeskState;
  entries(id: string): readonly DeskEntry[];
  isTyping(id: string): boolean;
  /** Resolves when what it was told fits, now or later. */
  until(fits: () => boolean): Promise<void>;
  /** Resolves when nothing more will be told. */
  readonly ended: Promise<void>;
  close(): void;
}

function read(part: string): News | undefined {
  const event = /^event: (.*)$/m.exec(part)?.[1];
  const data = /^data: (.*)$/m.exec(part)?.[1];
  return event && data ? { news: event, detail: JSON.parse(data) as never } : undefined;
}

export async function openPage({ messagingUrl }: Host, cookie: string): Promise<Page> {
  const leaving = new AbortController();
  const answer = await fetch(`${messagingUrl}/desk/events`, {
    headers: { Cookie: cookie },
    signal: leaving.signal,
  });
  if (!answer.body || answer.status !== 200) throw new Error(`the desk answered ${answer.status}`);
  const news: News[] = [];
  const watching = new Set<() => void>();
  const entries = new Map<string, DeskEntry[]>();
  const typing = new Map<string, boolean>();
  let desk: DeskState | undefined;

  function take(it: News) {
    news.push(it);
    const detail = it.detail as { id: string; entries: DeskEntry[]; entry: DeskEntry; typing: boolean };
    if (it.news === 'desk') desk = it.detail;
    if (it.news === 'history') entries.set(detail.id, [...detail.entries]);
    if (it.news === 'entry') entries.get(detail.id)?.push(detail.entry);
    if (it.news === 'typing') typing.set(detail.id, detail.typing);
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
    news,
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

export interface Person extends Page {
  readonly cookie: string;
  /** Status and body of what is answered to something that the person does. */
  post(path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Somebody who has signed in and sits at the desk. */
export async function sitDown(emulator: Host, name = 'Ada'): Promise<Person> {
  const cookie = cookieOf(await signIn(emulator, { key: KEY, name }));
  return { ...(await openPage(emulator, cookie)), cookie, post: (...it) => post(emulator, cookie, ...it) };
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
