import type { PromptRule } from '../protocol/widget-config.ts';

/** Decides which prompt of a site is due. Pure: nothing here touches the page. */

export interface Situation {
  /** Path of the page. */
  readonly path: string;
  /** Seconds for which the page was visible. */
  readonly seconds: number;
  /** Share of the way to the end of the page; 1 for a page that does not scroll. */
  readonly scroll: number;
  /** A session id is stored. */
  readonly returning: boolean;
  /** Day of the visitor. */
  readonly day: string;
}

/** The situation in which a prompt was shown last, by its place in the list. */
export type Shown = ReadonlyMap<number, Pick<Situation, 'path' | 'day'>>;

/** A path begins like a pattern without `*`. Otherwise the whole path matches, where `*` is any text. */
export function matchesPath(path: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (!path.startsWith(first)) return false;
  if (last === undefined) return true;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** True if the prompt may come again: nothing but the session id is stored, so the memory is that of the page. */
function mayCome({ once, when }: PromptRule, before: ReturnType<Shown['get']>, now: Situation): boolean {
  if (once === 'page') return before?.path !== now.path;
  // A visitor with a conversation has got it before, or needs it no longer.
  if (now.returning && !when.returning) return false;
  return once === 'day' ? before?.day !== now.day : !before;
}

/** The place of the first prompt that is due; undefined: none. */
export function duePrompt(prompts: readonly PromptRule[], now: Situation, shown: Shown): number | undefined {
  const found = prompts.findIndex((rule, index) => {
    const { path, after_s = 0, scroll = 0, returning } = rule.when;
    return (
      (path === undefined || matchesPath(now.path, path)) &&
      now.seconds >= after_s &&
      now.scroll >= scroll &&
      (returning ?? now.returning) === now.returning &&
      mayCome(rule, shown.get(index), now)
    );
  });
  return found < 0 ? undefined : found;
}
