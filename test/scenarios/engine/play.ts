import { isBeforeLoad, playAct } from './acts/index.ts';
import { createFarSide, type FarSide } from './far-side.ts';
import { type Page, START, type View, type World } from './page.ts';
import { type ClientFrame, emptyChronicle, type Moment, type Played } from './record.ts';
import { type Act, filled, type Scenario, type Step, Unsupported } from './scenario.ts';
import { beginEarlier, looksIntoStorage, looksUpstream, optionsOf } from './setting.ts';
import { pageNumber, type Stage } from './stage.ts';
import { playStep } from './steps/index.ts';
import { stampedFrame } from './steps/stored.ts';
import { looksOf } from './then/trace.ts';
import { measuresOf } from './then/watched.ts';
import { createTimeline } from './timeline.ts';
import { createUpstream } from './upstream.ts';

/** Plays a scenario against the real client, page by page, and gives back the record of what happened. */

const DEFAULT_WAIT_MS = 3_000;
/** However long the visitor still writes after the script has ended. */
const ACTS_MAX_MS = 3_600_000;

export async function play(scenario: Scenario, seed: number, world: World): Promise<Played> {
  const given = filled(scenario.given);
  const when = filled(scenario.when);
  const chronicle = emptyChronicle();
  const upstream = looksUpstream(scenario) ? createUpstream() : null;
  const pages: Page[] = [];
  const marks = new Map<string, Moment>();
  const faults: string[] = [];
  const looks: (View | undefined)[] = [];
  const remains: { timers: number; listeners: number }[] = [];
  const wanted = looksOf(scenario.then);
  const script = given.filter((step) => !('upstream' in step));
  let at = 0;
  let far: FarSide;

  const timeline = createTimeline({
    pages,
    far: () => far,
    advance: (ms) => upstream?.advance(ms),
    startAt: START,
  });

  const stage: Stage = {
    ...timeline,
    get far() {
      return far;
    },
    chronicle,
    pages,
    upstream,
    named: new Map<string, ClientFrame>(),
    committed: new Map<string, Step>(),
    read: new Map(),
    measured: new Map(),
    policies: new Map(),
    next: () => script[at],
    store: world.store,
    async drive(page, orders) {
      for (const news of await page.drive(orders)) far.hear(pages.indexOf(page) + 1, news);
    },
    async reach(mark) {
      marks.set(mark, { at: timeline.now(), sent: chronicle.sent.length });
      await lookAt((it) => it.mark === mark);
      stage.happened(mark);
      for (const act of when) {
        if (act.after !== mark || isBeforeLoad(act)) continue;
        const delay = Number(act['delay_ms'] ?? 0);
        if (delay > 0) timeline.later(delay, () => perform(act));
        else await perform(act);
      }
      await timeline.settle();
    },
    happened(what) {
      for (const [index, it] of wanted.entries()) {
        if (it.since !== what) continue;
        timeline.later(it.afterMs, async () => {
          looks[index] = await pages[0]?.look();
        });
      }
    },
    pagesOf({ tab }) {
      if (tab === 'all') return pages;
      const page = pages[(pageNumber(tab) ?? 1) - 1];
      return page ? [page] : [];
    },
    fault: (text) => faults.push(text),
    async await(what, isDone, limitMs) {
      const came = await timeline.until(isDone, limitMs);
      if (!came) faults.push(`waited in vain for ${what}`);
      return came;
    },
  };

  async function lookAt(isNow: (it: (typeof wanted)[number]) => boolean): Promise<void> {
    for (const [index, it] of wanted.entries()) {
      if (isNow(it)) looks[index] = await pages[0]?.look();
    }
  }

  async function perform(act: Act): Promise<void> {
    for (const page of stage.pagesOf({ tab: act['tab'] })) {
      try {
        await playAct(act, page, stage);
      } catch (error) {
        if (error instanceof Unsupported) throw error;
        stage.fault(
          `${act.do}: ${error instanceof Error ? String(error.message.split('\n')[0]) : String(error)}`,
        );
      }
      // Acts on several pages are of one instant: what they set off is only exchanged once all are done.
      if (act['tab'] !== 'all') await timeline.settle();
    }
  }

  far = createFarSide({
    chronicle,
    upstream,
    now: timeline.now,
    later: timeline.later,
    isExpected: (what, operation, page) =>
      script
        .slice(at)
        .some(
          (it) =>
            (what === 'ws' ? 'ws' in it : it['relay'] === operation) &&
            (pageNumber(it['tab']) ?? page) === page,
        ),
  });
  far.echo = (frame) => {
    const sequence = Math.max(0, ...chronicle.journal.map((it) => Number(it['sequence']))) + 1;
    const echo = JSON.stringify(stampedFrame(frame, { sequence }));
    for (const it of chronicle.connections) {
      if (it.openedAt !== undefined && !it.end) far.say(it, echo);
    }
    chronicle.journal.push(JSON.parse(echo) as Step);
  };

  for (const step of given) if ('upstream' in step) await playStep(step, stage);
  if (upstream) await beginEarlier(upstream, when, given);
  for (const act of when) {
    if (!isBeforeLoad(act)) continue;
    if (act.do === 'seed_storage') await world.store(String(act['session_id'] ?? act['value']));
    if (act.do === 'clear_storage') await world.store(null);
  }
  const count = Number(given.find((it) => 'tabs' in it)?.['tabs'] ?? 1);
  for (let i = 0; i < count; i++)
    pages.push(await world.page({ ...optionsOf(scenario, seed, timeline.now), seed: seed + i }));

  await stage.reach('start');
  for (const step of script) {
    at += 1;
    await playStep(step, stage);
    const [first] = pages;
    if (first && 'frame' in step) remains.push(await first.remains());
  }
  // What visitors still have to do belongs to the scenario.
  if (!(await timeline.until(() => !timeline.isPlanned(), ACTS_MAX_MS)))
    stage.fault('the visitor has no end');
  await timeline.pass(Number(scenario.then['wait'] ?? DEFAULT_WAIT_MS));

  // Before anything is read, which takes its time in the page as well.
  for (const name of measuresOf(scenario.then)) {
    const browser = pages[0]?.browser;
    if (browser) stage.measured.set(name, await browser.measure(name));
  }
  const views = await Promise.all(pages.map((page) => page.look()));
  const [first] = pages;
  if (first) remains.push(await first.remains());
  faults.push(...(upstream?.faults ?? []));
  return {
    chronicle,
    named: stage.named,
    marks,
    faults,
    views,
    looks,
    stored: looksIntoStorage(scenario) ? await world.stored() : {},
    remains,
    measured: stage.measured,
    upstream,
    endedAt: timeline.now(),
  };
}
