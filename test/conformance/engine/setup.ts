import { pageOptionsOf } from './actions/index.ts';
import type { PageOptions } from './page.ts';
import type { Action, Scenario, Step } from './scenario.ts';
import { measurementsOf, observedFacts } from './then/observations.ts';
import type { Upstream } from './upstream.ts';

/** Set-up before a scenario starts. */

/** True when the scenario checks what the relay and the platform say to each other, so that it needs the real relay. */
export const usesUpstream = ({ given, when, then }: Scenario): boolean =>
  given.some((step) => 'upstream' in step || 'expect_upstream_calls' in step) ||
  when.some((step) => step.do === 'rotate_secret') ||
  Object.keys(then).some((key) => key.startsWith('upstream_') || key === 'relay_response_excludes');

export const checksStorage = ({ then }: Scenario): boolean =>
  'stored' in then || JSON.stringify(then['invariants'] ?? []).includes('I17');

export function optionsOf({ when, given, then }: Scenario, seed: number, now: () => number): PageOptions {
  const widgets = given.find((step) => 'two_widgets' in step)?.['two_widgets'] as
    | readonly string[]
    | undefined;
  const options: PageOptions = {
    seed,
    clockOffsetMs: 0,
    options: (when.find((step) => step['options'])?.['options'] ?? {}) as PageOptions['options'],
    widgets: widgets ?? [],
    observe: observedFacts(then),
    measure: measurementsOf(then),
    patches: [],
    hasStrictPolicy: given.some((step) => 'strict_csp_page' in step),
    isFramed: when.some((step) => step.do === 'remove_frame'),
    blockedStorage: null,
    now,
  };
  return Object.assign(options, ...when.map((action) => pageOptionsOf(action, options))) as PageOptions;
}

/** Creates the session that a page has stored earlier, so that the relay knows it. */
export async function createEarlierSession(
  upstream: Upstream,
  when: readonly Action[],
  given: readonly Step[],
): Promise<void> {
  if (!when.some((step) => step.do === 'seed_storage')) return;
  const answer = given.find((step) => step['relay'] === 'resume')?.['answer'] as
    | { readonly json?: { readonly expires_in?: number } }
    | undefined;
  await upstream.createSession(answer?.json?.expires_in ?? 900);
}
