import { pageOptionsOf } from './acts/index.ts';
import type { PageOptions } from './page.ts';
import type { Act, Scenario, Step } from './scenario.ts';
import { watchedIn } from './then/watched.ts';
import type { Upstream } from './upstream.ts';

/** What has to be so before a scenario begins. */

/** The script looks at what the relay does upstream, so the real relay has to be there. */
export const looksUpstream = ({ given, then }: Scenario): boolean =>
  given.some((it) => 'upstream' in it || 'expect_upstream_calls' in it) ||
  Object.keys(then).some((key) => key.startsWith('upstream_') || key === 'relay_response_excludes');

export const looksIntoStorage = ({ then }: Scenario): boolean =>
  'stored' in then || JSON.stringify(then['invariants'] ?? []).includes('I17');

export function optionsOf({ when, given, then }: Scenario, seed: number, now: () => number): PageOptions {
  const widgets = given.find((it) => 'two_widgets' in it)?.['two_widgets'] as readonly string[] | undefined;
  const options: PageOptions = {
    seed,
    clockOffsetMs: 0,
    options: (when.find((it) => it['options'])?.['options'] ?? {}) as PageOptions['options'],
    widgets: widgets ?? [],
    watch: watchedIn(then),
    patches: [],
    blockedStorage: null,
    now,
  };
  return Object.assign(options, ...when.map((act) => pageOptionsOf(act, options))) as PageOptions;
}

/** A session that the page has from earlier is one that the relay knows. */
export async function beginEarlier(
  upstream: Upstream,
  when: readonly Act[],
  given: readonly Step[],
): Promise<void> {
  if (!when.some((it) => it.do === 'seed_storage')) return;
  const answer = given.find((it) => it['relay'] === 'resume')?.['answer'] as
    | { readonly json?: { readonly expires_in?: number } }
    | undefined;
  await upstream.begin(answer?.json?.expires_in ?? 900);
}
