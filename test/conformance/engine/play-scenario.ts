import { isBeforeLoad, playAction } from './actions/index.ts';
import { type Backend, createBackend } from './backend.ts';
import { type Page, type Remaining, START_AT, type TestBrowser, type View } from './page.ts';
import { type PlayContext, pageNumber } from './play-context.ts';
import { type ClientFrame, emptyRecording, type Mark, type ScenarioRun } from './recording.ts';
import { type Action, fillVariables, type Scenario, type Step, Unsupported } from './scenario.ts';
import { checksStorage, createEarlierSession, optionsOf, usesUpstream } from './setup.ts';
import { playStep } from './steps/index.ts';
import { storedEvent } from './steps/stored.ts';
import { measurementsOf } from './then/observations.ts';
import { traceMomentsOf } from './then/trace.ts';
import { createTimeline } from './timeline.ts';
import { createUpstream } from './upstream.ts';

/** Plays a scenario against the real client and returns the record of the run. */

const DEFAULT_WAIT_MS = 3_000;
/** Limit of the visitor's actions after the end of the script. */
const ACTS_MAX_MS = 3_600_000;
/** Actions after which a page can do nothing. */
const CLOSING = ['close_page', 'close_tab', 'remove_frame'];

export async function playScenario(
  scenario: Scenario,
  seed: number,
  browser: TestBrowser,
): Promise<ScenarioRun> {
  const given = fillVariables(scenario.given);
  const when = fillVariables(scenario.when);
  const recording = emptyRecording();
  const upstream = usesUpstream(scenario) ? createUpstream() : null;
  const pages: Page[] = [];
  const closedPages = new Set<Page>();
  const marks = new Map<string, Mark>();
  const failures: string[] = [];
  const traceViews: (View | undefined)[] = [];
  const remaining: Remaining[] = [];
  const traceMoments = traceMomentsOf(scenario.then);
  const script = given.filter((step) => !('upstream' in step));
  let at = 0;
  let backend: Backend;

  const timeline = createTimeline({
    pages,
    backend: () => backend,
    advance: (ms) => upstream?.advance(ms),
    startAt: START_AT,
  });

  const context: PlayContext = {
    ...timeline,
    get backend() {
      return backend;
    },
    recording,
    pages,
    upstream,
    namedFrames: new Map<string, ClientFrame>(),
    committedEvents: new Map<string, Step>(),
    readPositions: new Map(),
    measurements: new Map(),
    policies: new Map(),
    nextStep: () => script[at],
    store: browser.store,
    async execute(page, commands) {
      for (const event of await page.execute(commands)) backend.receive(pages.indexOf(page) + 1, event);
    },
    async reachMark(mark) {
      marks.set(mark, { at: timeline.now(), sentCount: recording.sent.length });
      await recordViews((item) => item.mark === mark);
      context.momentReached(mark);
      for (const action of when) {
        if (action.after !== mark || isBeforeLoad(action)) continue;
        const delay = Number(action['delay_ms'] ?? 0);
        if (delay > 0) timeline.schedule(delay, () => perform(action));
        else await perform(action);
      }
      await timeline.settle();
    },
    momentReached(what) {
      for (const [index, it] of traceMoments.entries()) {
        if (it.since !== what) continue;
        timeline.schedule(it.afterMs, async () => {
          traceViews[index] = await pages[0]?.view();
        });
      }
    },
    pagesOf({ tab }) {
      if (tab === 'all') return pages;
      const page = pages[(pageNumber(tab) ?? 1) - 1];
      return page ? [page] : [];
    },
    fail: (text) => failures.push(text),
    async await(what, isDone, limitMs) {
      const came = await timeline.until(isDone, limitMs);
      if (!came) failures.push(`timed out waiting for ${what}`);
      return came;
    },
  };

  async function recordViews(isNow: (it: (typeof traceMoments)[number]) => boolean): Promise<void> {
    for (const [index, it] of traceMoments.entries()) {
      if (isNow(it)) traceViews[index] = await pages[0]?.view();
    }
  }

  async function perform(action: Action): Promise<void> {
    for (const page of context.pagesOf({ tab: action['tab'] })) {
      if (closedPages.has(page)) {
        context.fail(`${action.do}: the page was closed`);
        continue;
      }
      if (CLOSING.includes(action.do)) closedPages.add(page);
      try {
        await playAction(action, page, context);
      } catch (error) {
        if (error instanceof Unsupported) throw error;
        context.fail(
          `${action.do}: ${error instanceof Error ? String(error.message.split('\n')[0]) : String(error)}`,
        );
      }
      // Actions on several pages are simultaneous: their consequences are exchanged after all of them.
      if (action['tab'] !== 'all') await timeline.settle();
    }
  }

  backend = createBackend({
    recording,
    upstream,
    now: timeline.now,
    schedule: timeline.schedule,
    isExpected: (what, operation, page) =>
      script
        .slice(at)
        .some(
          (step) =>
            (what === 'ws' ? 'ws' in step : step['relay'] === operation) &&
            (pageNumber(step['tab']) ?? page) === page,
        ),
  });
  backend.echo = (frame) => {
    const sequence = Math.max(0, ...recording.journal.map((event) => Number(event['sequence']))) + 1;
    const echo = JSON.stringify(storedEvent(frame, { sequence }));
    for (const it of recording.connections) {
      if (it.openedAt !== undefined && !it.end) backend.send(it, echo);
    }
    recording.journal.push(JSON.parse(echo) as Step);
  };

  for (const step of given) if ('upstream' in step) await playStep(step, context);
  if (upstream) await createEarlierSession(upstream, when, given);
  for (const action of when) {
    if (!isBeforeLoad(action)) continue;
    if (action.do === 'seed_storage') await browser.store(String(action['session_id'] ?? action['value']));
    if (action.do === 'clear_storage') await browser.store(null);
  }
  const count = Number(given.find((step) => 'tabs' in step)?.['tabs'] ?? 1);
  for (let i = 0; i < count; i++)
    pages.push(await browser.openPage({ ...optionsOf(scenario, seed, timeline.now), seed: seed + i }));

  await context.reachMark('start');
  for (const step of script) {
    at += 1;
    await playStep(step, context);
    const [first] = pages;
    if (first && 'frame' in step) remaining.push(await first.remaining());
  }
  // Scheduled actions of the visitors belong to the scenario.
  if (!(await timeline.until(() => !timeline.hasScheduled(), ACTS_MAX_MS)))
    context.fail('the visitor has no end');
  await timeline.advance(Number(scenario.then['wait'] ?? DEFAULT_WAIT_MS));

  // Measured before the views are read, because reading takes time in the page.
  for (const name of measurementsOf(scenario.then)) {
    const browser = pages[0]?.browser;
    if (browser) context.measurements.set(name, await browser.measure(name));
  }
  const views = await Promise.all(pages.map((page) => page.view()));
  const [first] = pages;
  if (first) remaining.push(await first.remaining());
  failures.push(...(upstream?.failures ?? []));
  return {
    recording,
    namedFrames: context.namedFrames,
    marks,
    failures,
    unused: [...(upstream?.unused() ?? []), ...backend.unused()],
    views,
    traceViews,
    stored: checksStorage(scenario) ? await browser.stored() : {},
    remaining,
    measurements: context.measurements,
    upstream,
    endedAt: timeline.now(),
  };
}
