import { reportLater } from '../../base/emitter.ts';
import { NEWEST_MS } from '../../protocol/limits.ts';
import type { ChatState, Effect, Input, InputBody } from '../model/state.ts';
import { dueAt } from '../model/state.ts';
import { newestOf } from '../steps/newest.ts';
import { step } from '../steps/step.ts';
import { createDeadline } from './deadline.ts';
import type { Ports } from './ports.ts';

export interface StepHooks {
  /** Called for every step with its input, before its effects are performed. */
  readonly onStep?: ((input: Input, effects: readonly Effect[]) => void) | undefined;
  readonly step?: typeof step;
}

interface StepLoopOptions {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'store'>;
  readonly hooks: StepHooks;
  publish(state: ChatState): void;
  perform(effect: Effect): void;
  /** Aborts the calls and closes the sockets. */
  disconnect(): void;
}

/** Applies inputs to the state, one after another, publishes it and performs the effects. */
export function createStepLoop(
  initial: ChatState,
  { ports: { clock, random, store }, hooks, publish, perform, disconnect }: StepLoopOptions,
) {
  let state = initial;
  const pending: Input[] = [];
  let isStopped = false;
  let isStepping = false;
  /** The `send` input that is retried once after it threw. */
  let lastRescued: Input | undefined;
  const deadline = createDeadline(clock, dispatch);

  /** M-4.15: a long history whose end is shown. It is read before anything else happens. */
  let held: InputBody | undefined;
  let cancelHold = () => {};

  function readHeld(): void {
    const body = held;
    cancelHold();
    held = undefined;
    if (body) run(body);
  }

  function newestIn(body: InputBody): ChatState | null {
    try {
      return body.type === 'frame' ? newestOf(state, body.socket, body.text, clock.now()) : null;
    } catch {
      // The step fails, too, and reports it.
      return null;
    }
  }

  function dispatch(body: InputBody): void {
    readHeld();
    if (isStopped) return;
    const newest = newestIn(body);
    if (!newest) return run(body);
    show(newest);
    held = body;
    cancelHold = clock.after(NEWEST_MS, readHeld);
  }

  /** Runs one step after another: an input that an effect causes is queued. */
  function run(body: InputBody): void {
    pending.push({ ...body, at: clock.now(), random: random() });
    if (isStepping) return;
    isStepping = true;
    for (let input = pending.shift(); input && !isStopped; input = pending.shift()) runStep(input);
    isStepping = false;
    if (!isStopped) deadline.set(dueAt(state));
  }

  function show(next: ChatState): void {
    try {
      publish(next);
    } catch (error) {
      // A bug of the embedding page's subscriber. The signals themselves are set.
      reportLater(error);
    }
  }

  function runStep(input: Input): void {
    let due: readonly Effect[] = [];
    try {
      // A `failed` input uses the plain step, because the replaced one may throw again.
      [state, due] = (input.type === 'failed' ? step : (hooks.step ?? step))(state, input);
    } catch (error) {
      fail(error, input);
    }
    hooks.onStep?.(input, due);
    show(state);
    try {
      for (const effect of due) perform(effect);
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown, input?: Input): void {
    if (isStopped) return;
    // biome-ignore lint/suspicious/noConsole: the script tag has no event log.
    console.error('foyer:', error);
    disconnect();
    const words = pending.splice(0).filter(({ type }) => type === 'send');
    if (input?.type === 'send' && input !== lastRescued) words.unshift(input);
    lastRescued = input;
    const { message = String(error), stack: reason = message } = (error ?? {}) as Partial<Error>;
    dispatch({
      type: 'failed',
      // The address of a socket contains a token.
      message: message.replace(/\?\S*/g, ''),
      reason,
      storedSessionId: store.read(),
    });
    pending.push(...words);
  }

  return {
    /** The state after all inputs so far. */
    state(): ChatState {
      readHeld();
      return state;
    },
    dispatch,
    /** M-12.21: replaces the model by one that shows the failure. Unsent messages are kept. */
    fail: (error: unknown): void => fail(error),
    isRunning: (): boolean => !isStopped,
    /** No step follows. Returns the last state. */
    stop(): ChatState {
      isStopped = true;
      held = undefined;
      cancelHold();
      deadline.set(null);
      return state;
    },
  };
}
