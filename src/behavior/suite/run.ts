import type { Clock } from '../../base/clock.ts';
import { pause } from '../../base/deadline.ts';
import type { Result } from '../../base/result.ts';
import { judge, type Matches, type Miss } from './judge.ts';
import { type Reply, replyOf, type TurnAnswer } from './reply.ts';
import type { Case } from './suite.ts';

/** A failed call. */
export interface ChatFailure {
  readonly message: string;
  /** Every other chat would fail, too. */
  readonly isFinal: boolean;
  /** The platform has too many requests and asks for this pause. */
  readonly retryInMs?: number | undefined;
}

/** The chats of a run. */
export interface SuitePorts {
  /** Begins a chat, or says something in it if `id` is given. */
  send(
    test: Case,
    said: { readonly id: string; readonly message: string } | undefined,
  ): Promise<Result<TurnAnswer & { readonly conversationId: string }, ChatFailure>>;
  readonly clock: Clock;
  readonly matches: Matches;
}

/** The end of a case. `turn` counts from 0. */
export type Outcome =
  | { readonly status: 'passed'; readonly inMs: number }
  | {
      readonly status: 'failed';
      readonly inMs: number;
      readonly turn: number;
      readonly said: string | undefined;
      readonly misses: readonly Miss[];
    }
  | ({
      readonly status: 'broken';
      readonly inMs: number;
      readonly turn: number;
      readonly said: string | undefined;
    } & ChatFailure);

const MAX_PAUSES = 5;
const MAX_PAUSE_MS = 60_000;
const NEVER = new AbortController().signal;

/** Runs a case in a new chat, up to the first turn that is not as expected. */
export async function runCase(test: Case, { send, clock, matches }: SuitePorts): Promise<Outcome> {
  const startedAt = clock.now();
  const inMs = () => clock.now() - startedAt;
  /** The time of an answer does not include pauses that the platform asks for. */
  async function ask(said: Parameters<SuitePorts['send']>[1]) {
    for (let pauses = 0; ; pauses++) {
      const askedAt = clock.now();
      const answer = await send(test, said);
      if (answer.ok)
        return { id: answer.value.conversationId, reply: replyOf(answer.value, clock.now() - askedAt) };
      const { retryInMs } = answer.error;
      if (retryInMs === undefined || retryInMs > MAX_PAUSE_MS || pauses === MAX_PAUSES) return answer.error;
      await pause(clock, retryInMs, NEVER);
    }
  }

  let id: string | undefined;
  let last: Reply | undefined;
  // The greeting is a turn of its own, which most cases do not name.
  const turns = test.turns[0]?.say === undefined ? test.turns : [undefined, ...test.turns];
  for (const [index, turn] of turns.entries()) {
    const place = { turn: Math.max(0, index - (turns.length - test.turns.length)), said: turn?.say };
    if (last?.hasEnded)
      return {
        status: 'broken',
        inMs: inMs(),
        ...place,
        message: 'the chat has ended before',
        isFinal: false,
      };
    const asked = await ask(id === undefined ? undefined : { id, message: turn?.say ?? '' });
    if (!('reply' in asked)) return { status: 'broken', inMs: inMs(), ...place, ...asked };
    id = asked.id;
    last = asked.reply;
    const misses = turn ? judge(turn.expect, last, matches) : [];
    if (misses.length > 0) return { status: 'failed', inMs: inMs(), ...place, misses };
  }
  return { status: 'passed', inMs: inMs() };
}

/** The outcomes of the repeats of a case. */
export interface CaseResult {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  readonly passes: number;
  readonly isPassed: boolean;
}

/** More chats at once would use up the limits of a platform. */
const AT_ONCE = 4;

/**
 * Runs cases, a few at once, and tells their results in their order. Returns the failure that ended the run early; cases
 * without a result were not run.
 */
export async function runCases(
  cases: readonly Case[],
  { repeat, ...ports }: SuitePorts & { readonly repeat: number },
  onResult: (result: CaseResult) => void,
): Promise<ChatFailure | undefined> {
  const done: (CaseResult | undefined)[] = [];
  let next = 0;
  let told = 0;
  let ended: ChatFailure | undefined;

  async function runNext(): Promise<void> {
    for (let test = cases[next]; test && !ended; test = cases[next]) {
      const index = next++;
      const outcomes: Outcome[] = [];
      while (outcomes.length < repeat && !ended) {
        const outcome = await runCase(test, ports);
        if (outcome.status === 'broken' && outcome.isFinal) ended ??= outcome;
        outcomes.push(outcome);
      }
      const passes = outcomes.filter(({ status }) => status === 'passed').length;
      done[index] = {
        name: test.name,
        outcomes,
        passes,
        isPassed: passes >= Math.ceil(test.atLeast * repeat - 1e-9),
      };
      if (ended) return;
      for (let result = done[told]; result; result = done[++told]) onResult(result);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return ended;
}
