import type * as z from 'zod/mini';
import type { Clock } from '../base/clock.ts';
import { DESK_NEWS, type DeskNews } from '../protocol/desk.ts';
import { parse } from '../protocol/leaf.ts';

interface StreamPorts {
  readonly clock: Clock;
  onNews(news: DeskNews): void;
  /** The news do not come through; they will be told anew when they do. */
  onLost(): void;
}

const RETRY_MS = 3_000;
const NAMES = Object.keys(DESK_NEWS) as DeskNews['news'][];

function read(news: DeskNews['news'], text: string): DeskNews | undefined {
  const schema: z.core.$ZodType<unknown> = DESK_NEWS[news];
  const detail = parse(schema, JSON.parse(text));
  return detail.ok ? ({ news, detail: detail.value } as DeskNews) : undefined;
}

/** Listens to the platform's news for as long as the page is there. */
export function listen({ clock, onNews, onLost }: StreamPorts): void {
  const source = new EventSource('/desk/events');
  for (const name of NAMES) {
    source.addEventListener(name, ({ data }) => {
      const news = read(name, data);
      if (news) onNews(news);
    });
  }
  source.addEventListener('error', () => {
    onLost();
    // After an answer that is no stream, browsers do not try again by themselves.
    if (source.readyState === EventSource.CLOSED)
      clock.after(RETRY_MS, () => listen({ clock, onNews, onLost }));
  });
}
