import { err, ok, type Result } from '../../../../base/result.ts';
import { type Matches, PATTERN_FLAGS } from '../../../../behavior/suite/judge.ts';
import { followsGivenText } from '../../../../behavior/suite/reply.ts';
import {
  type CaseResult,
  type ChatFailure,
  runCases,
  type SuitePorts,
} from '../../../../behavior/suite/run.ts';
import type { Suite } from '../../../../behavior/suite/suite.ts';
import type { Calls } from '../../../calls.ts';
import type { Kept } from '../../../kept.ts';
import type { Services } from '../../../services.ts';
import { turnAnswer } from '../debug-chat/answers.ts';
import { SUITE_TEXT } from './suite-text.ts';
import { words } from './words.ts';

/** A case by the published text, and by the draft if that was tested. */
export interface Row {
  readonly published: CaseResult;
  readonly draft: CaseResult | undefined;
}

/** States of a run: running → done or refused. `draft` is the text that it tested. */
export type Run =
  | { readonly status: 'running'; readonly done: number; readonly of: number }
  | { readonly status: 'refused'; readonly messages: readonly string[] }
  | {
      readonly status: 'done';
      readonly suite: string;
      readonly draft: string | undefined;
      readonly rows: readonly Row[];
      /** Why the draft was not tested. */
      readonly noDraft: string | undefined;
    };

export const SUITE_RUN: Kept<Run | undefined> = { initial: undefined };

/** The relay waits as long for the agent. */
const WITHIN_MS = 65_000;
/** The pattern is the operator's own, and so is the tab that it could hold. */
const MAX_MATCHED = 5_000;
const matches: Matches = (pattern, text) =>
  new RegExp(pattern, PATTERN_FLAGS).test(text.slice(0, MAX_MATCHED));

/** Debug chats over the relay. With `behavior` they follow this text, or end the run. */
function createSend(
  calls: Calls,
  { environment: clientEnv, channel, variant: variantId }: Suite,
  behavior: string | undefined,
): SuitePorts['send'] {
  const failed = (message: string, isFinal: boolean): Result<never, ChatFailure> => err({ message, isFinal });
  return async ({ language }, said) => {
    const fields = { clientEnv, ...(language && { asrLangCode: language, ttsLangCode: language }) };
    const options = { answer: turnAnswer, withinMs: WITHIN_MS };
    const answer = said
      ? await calls.call(
          'POST',
          '/debug-chat/{conversation_id}',
          { params: { conversation_id: said.id }, body: { ...fields, message: said.message } },
          options,
        )
      : await calls.call(
          'POST',
          '/debug-chat',
          {
            body: {
              ...fields,
              ...(channel && { channel }),
              ...(variantId && { variantId }),
              ...(behavior && { behavior }),
            },
          },
          options,
        );
    if (answer.ok)
      return behavior && !followsGivenText(answer.value) ? failed(words.noDraft, true) : ok(answer.value);
    const { message } = answer.error;
    const isRefused = answer.error.type === 'refused' && answer.error.status === 400;
    return behavior && isRefused && !said
      ? failed(`${words.noDraft} ${message}`, true)
      : failed(message, answer.error.type !== 'timeout' && !isRefused);
  };
}

/** Runs the suite by the published text, and by the draft if there is one. */
export async function runSuite(
  { calls, clock, kept }: Pick<Services, 'calls' | 'clock' | 'kept'>,
  draft: string | undefined,
): Promise<void> {
  const run = kept(SUITE_RUN);
  const text = kept(SUITE_TEXT).peek();
  run.value = { status: 'running', done: 0, of: 0 };
  const read = await calls.own('POST', '/behavior/suite', { body: { suite: text } });
  const refuse = (...messages: readonly string[]) => {
    run.value = { status: 'refused', messages };
  };
  if (!read.ok) return refuse(read.error.message);
  const { suite, faults } = read.value;
  if (!suite) return refuse(...faults.map(({ line, message }) => words.fault(line, message)));

  const { cases } = suite;
  let done = 0;
  async function results(behavior?: string) {
    const found: CaseResult[] = [];
    const ports = { send: createSend(calls, suite as Suite, behavior), clock, matches, repeat: 1 };
    const ended = await runCases(cases, ports, (result) => {
      found.push(result);
      run.value = { status: 'running', done: ++done, of: cases.length * (draft ? 2 : 1) };
    });
    return { found, ended };
  }

  const published = await results();
  if (published.ended) return refuse(published.ended.message);
  const drafted = draft ? await results(draft) : undefined;
  const noDraft = drafted?.ended?.message;
  run.value = {
    status: 'done',
    suite: text,
    draft: noDraft === undefined ? draft : undefined,
    noDraft,
    rows: published.found.map((of, index) => ({
      published: of,
      draft: noDraft === undefined ? drafted?.found[index] : undefined,
    })),
  };
}
