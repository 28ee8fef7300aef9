import type { PageCommand } from '../../page.ts';
import type { Timers } from '../../timers.ts';
import type { InPageEngine } from './types.ts';

/** Executes commands, one per task, and waits until their consequences have happened. */

export const executeTimeCommand = (timers: Timers) => (command: PageCommand) => {
  if (command.do === 'advance') timers.advance(command.ms);
  else if (command.do === 'jump') timers.jump(command.ms);
  else if (command.do === 'throttle') timers.throttle(command.everyMs);
};

/** Tasks in a row without an event after which the page counts as settled. */
const QUIET_TASKS = 4;
/** Tasks after which a page that never settles, because each frame requests the next one, counts as settled. */
const MAX_TASKS = 5_000;

export function createExecutor(engine: InPageEngine): (commands: readonly PageCommand[]) => Promise<void> {
  const { timers, native } = engine;
  const channel = new MessageChannel();
  let waiting: (() => void)[] = [];
  channel.port1.onmessage = () => {
    const run = waiting;
    waiting = [];
    for (const it of run) it();
  };
  const task = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    });
  const realMs = (ms: number) => new Promise<void>((resolve) => native.setTimeout(resolve, ms));

  let isExecuting = false;

  function runDueTimers(): boolean {
    const isDue = timers.nextIn() === 0;
    if (isDue) timers.advance(0);
    return isDue;
  }

  /** Between commands too: a chunk that arrives while a visitor waits for the panel opens it in several tasks. */
  function runDueTimersAgain(): void {
    if (!isExecuting) runDueTimers();
    native.setTimeout(runDueTimersAgain, 1);
  }
  runDueTimersAgain();

  /** Runs animation frames and timers that are due. Returns whether there were any. */
  function runDue(): boolean {
    const frames = [...engine.frames.values()];
    engine.frames.clear();
    for (const fn of frames) fn(native.performance.now());
    return runDueTimers() || frames.length > 0;
  }

  return async (commands) => {
    isExecuting = true;
    for (const command of commands) {
      for (const perform of engine.performers) perform(command);
      await task();
    }
    for (let quiet = 0, tasks = 0; quiet < QUIET_TASKS && tasks < MAX_TASKS; tasks++) {
      const known = engine.events.length;
      await task();
      const hasRun = runDue();
      if (engine.pendingTasks > 0) await realMs(1);
      quiet = hasRun || engine.pendingTasks > 0 || engine.events.length > known ? 0 : quiet + 1;
    }
    isExecuting = false;
    engine.settled();
  };
}
