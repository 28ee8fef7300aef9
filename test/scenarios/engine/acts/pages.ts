import * as z from 'zod';
import type { Page } from '../page.ts';
import { browserOf, type Stage } from '../stage.ts';
import { anything, ms, recordOf } from '../words.ts';
import { act, beforeLoad } from './act.ts';

/** What becomes of the chat and of its page. */

/** How long the widget stays each time: long enough to be online. */
const MOUNTED_MS = 500;
/** Code that loads once is no leak. */
const WARMING = 20;

/** Each time the chat is opened and comes online before it goes. */
function mountAndUnmount(page: Page, stage: Stage, times: number, done = -WARMING): void {
  const browser = browserOf(page);
  stage.later(0, async () => {
    if (done === 0) await browser.rememberMemory();
    if (done > -WARMING) await browser.mount();
    await page.visitor.open();
    stage.later(MOUNTED_MS, async () => {
      await page.visitor.destroy();
      if (done + 1 < times) mountAndUnmount(page, stage, times, done + 1);
    });
  });
}

const OPTIONS = recordOf(anything) as z.ZodType<Record<string, unknown>>;

const PATCHES = [
  'Array.prototype.map enumerable extra',
  'Array.prototype enumerable extra',
  'Object.prototype.foo',
  'Object.prototype enumerable extra',
  'window.fetch wrapper',
  'fetch wrapper',
  'JSON.parse wrapper',
  'JSON.stringify wrapper',
  'Promise polyfill',
  'Array.prototype.toJSON',
  '* {display:none!important}',
] as const;

const blocked = (how: 'denied' | 'full') =>
  act({ ...beforeLoad }, (_, page) => browserOf(page).blockStorage(how), {
    needs: 'browser',
    before: () => ({ blockedStorage: how }),
  });

export const pages = {
  open_widget: act(
    {
      options: OPTIONS.optional(),
      widget: z.string().optional(),
      /** All of its pages at one instant: as they are opened anyhow. */
      simultaneous: z.boolean().optional(),
    },
    ({ widget }, page) => page.visitor.open(widget),
  ),
  close_panel: act({}, (_, page) => page.visitor.close()),
  close_widget: act({}, (_, page) => page.visitor.close()),
  end_chat: act({}, (_, page) => page.visitor.end()),
  restart_chat: act({}, (_, page) => page.visitor.restart()),
  new_chat: act({}, (_, page) => page.visitor.restart()),
  start_new_chat: act({}, (_, page) => page.visitor.restart()),
  reconnect_now: act({}, (_, page) => page.visitor.reconnect()),
  retry_join: act({}, (_, page) => page.visitor.reconnect()),
  close_page: act({}, (_, page) => page.visitor.closePage()),
  close_tab: act({}, (_, page) => page.visitor.closePage()),
  reload: act({}, (_, page) => page.visitor.reload()),
  unmount: act({}, (_, page) => page.visitor.destroy()),
  destroy: act({}, (_, page) => page.visitor.destroy()),
  hide_tab: act({ timer_throttle_ms: ms.optional() }, async ({ timer_throttle_ms: everyMs }, page) => {
    await page.visitor.see(false);
    if (everyMs !== undefined) await page.drive([{ do: 'throttle', everyMs }]);
  }),
  show_tab: act({}, async (_, page, stage) => {
    await stage.drive(page, [{ do: 'throttle', everyMs: null }]);
    await page.visitor.see(true);
  }),
  navigate_away_and_back: act(
    { bfcache: z.boolean().optional(), away_ms: ms.optional() },
    async ({ bfcache = true, away_ms = 0 }, page, stage) => {
      if (!bfcache) return page.visitor.reload();
      await page.visitor.leave();
      await stage.settle();
      if (away_ms > 0) return stage.later(away_ms, () => page.visitor.comeBack());
      await page.visitor.comeBack();
    },
  ),
  navigate_away: act({}, (_, page) => page.visitor.leave()),
  navigate_back: act({}, (_, page) => page.visitor.comeBack()),
  register_callback: act(
    { event: z.string(), throws: z.boolean().optional() },
    ({ event, throws = false }, page) => page.visitor.listen(event, throws),
  ),
  seed_storage: act(
    { session_id: z.string().optional(), value: z.string().optional(), ...beforeLoad },
    ({ session_id, value }, _, stage) => stage.store(session_id ?? value ?? ''),
  ),
  clear_storage: act({ ...beforeLoad }, (_, __, stage) => stage.store(null)),
  set_clock_offset: act(
    { ms: z.number(), ...beforeLoad },
    ({ ms: offset }, page) => browserOf(page).setClockOffset(offset),
    {
      needs: ({ at }) => (at === undefined ? 'browser' : undefined),
      before: ({ ms: clockOffsetMs }) => ({ clockOffsetMs }),
    },
  ),
  block_storage: blocked('denied'),
  storage_blocked: blocked('denied'),
  disable_storage: blocked('denied'),
  fill_storage: blocked('full'),
  storage_full: blocked('full'),
  hostile_host: act(
    { patches: z.array(z.enum(PATCHES)), ...beforeLoad },
    ({ patches }, page) => browserOf(page).patch(patches),
    { needs: 'browser', before: ({ patches }) => ({ patches }) },
  ),
  mount_unmount: act(
    { times: z.int().min(1) },
    ({ times }, page, stage) => mountAndUnmount(page, stage, times),
    {
      needs: 'browser',
    },
  ),
  corrupt_memory: act(
    { field: z.literal('cursor'), value: anything },
    ({ field, value }, page) => page.corrupt?.(field, value),
    { needs: 'memory' },
  ),
};
