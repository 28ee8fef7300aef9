import * as z from 'zod';
import type { Page } from '../page.ts';
import { browserOf, type PlayContext } from '../play-context.ts';
import { anything, ms, recordOf } from '../vocabulary.ts';
import { action, beforeLoad } from './action.ts';

/** Actions on the chat and its page. */

/** Time for which the widget stays mounted, long enough to be online. */
const MOUNTED_MS = 500;
/** Rounds before memory is measured, because code that loads once is not a leak. */
const WARM_UP_ROUNDS = 20;

/** Mounts and unmounts the widget repeatedly. Each time the chat is opened and comes online. */
function mountAndUnmount(page: Page, context: PlayContext, times: number, done = -WARM_UP_ROUNDS): void {
  const browser = browserOf(page);
  context.schedule(0, async () => {
    if (done === 0) await browser.rememberMemory();
    if (done > -WARM_UP_ROUNDS) await browser.mount();
    await page.visitor.open();
    context.schedule(MOUNTED_MS, async () => {
      await page.visitor.destroy();
      if (done + 1 < times) mountAndUnmount(page, context, times, done + 1);
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

const blockStorage = (how: 'denied' | 'full') =>
  action({ ...beforeLoad }, (_, page) => browserOf(page).blockStorage(how), {
    needs: 'browser',
    before: () => ({ blockedStorage: how }),
  });

export const pages = {
  open_widget: action(
    {
      options: OPTIONS.optional(),
      widget: z.string().optional(),
      /** Actions on several pages are simultaneous anyway. */
      simultaneous: z.boolean().optional(),
    },
    ({ widget }, page) => page.visitor.open(widget),
  ),
  close_panel: action({}, (_, page) => page.visitor.close()),
  close_widget: action({}, (_, page) => page.visitor.close()),
  end_chat: action({}, (_, page) => page.visitor.end()),
  restart_chat: action({}, (_, page) => page.visitor.restart()),
  new_chat: action({}, (_, page) => page.visitor.restart()),
  start_new_chat: action({}, (_, page) => page.visitor.restart()),
  reconnect_now: action({}, (_, page) => page.visitor.reconnect()),
  retry_join: action({}, (_, page) => page.visitor.reconnect()),
  close_page: action({}, (_, page) => page.visitor.closePage()),
  close_tab: action({}, (_, page) => page.visitor.closePage()),
  reload: action({}, (_, page) => page.visitor.reload()),
  unmount: action({}, (_, page) => page.visitor.destroy()),
  destroy: action({}, (_, page) => page.visitor.destroy()),
  hide_tab: action({ timer_throttle_ms: ms.optional() }, async ({ timer_throttle_ms: everyMs }, page) => {
    await page.visitor.setVisible(false);
    if (everyMs !== undefined) await page.execute([{ do: 'throttle', everyMs }]);
  }),
  show_tab: action({}, async (_, page, context) => {
    await context.execute(page, [{ do: 'throttle', everyMs: null }]);
    await page.visitor.setVisible(true);
  }),
  navigate_away_and_back: action(
    { bfcache: z.boolean().optional(), away_ms: ms.optional() },
    async ({ bfcache = true, away_ms = 0 }, page, context) => {
      if (!bfcache) return page.visitor.reload();
      await page.visitor.navigateAway();
      await context.settle();
      if (away_ms > 0) return context.schedule(away_ms, () => page.visitor.navigateBack());
      await page.visitor.navigateBack();
    },
  ),
  navigate_away: action({}, (_, page) => page.visitor.navigateAway()),
  navigate_back: action({}, (_, page) => page.visitor.navigateBack()),
  register_callback: action(
    { event: z.string(), throws: z.boolean().optional() },
    ({ event, throws = false }, page) => page.visitor.addListener(event, throws),
  ),
  seed_storage: action(
    { session_id: z.string().optional(), value: z.string().optional(), ...beforeLoad },
    ({ session_id, value }, _, context) => context.store(session_id ?? value ?? ''),
  ),
  clear_storage: action({ ...beforeLoad }, (_, __, context) => context.store(null)),
  set_clock_offset: action(
    { ms: z.number(), ...beforeLoad },
    ({ ms: offset }, page) => browserOf(page).setClockOffset(offset),
    {
      needs: ({ at }) => (at === undefined ? 'browser' : undefined),
      before: ({ ms: clockOffsetMs }) => ({ clockOffsetMs }),
    },
  ),
  block_storage: blockStorage('denied'),
  storage_blocked: blockStorage('denied'),
  disable_storage: blockStorage('denied'),
  fill_storage: blockStorage('full'),
  storage_full: blockStorage('full'),
  hostile_host: action(
    { patches: z.array(z.enum(PATCHES)), ...beforeLoad },
    ({ patches }, page) => browserOf(page).patch(patches),
    { needs: 'browser', before: ({ patches }) => ({ patches }) },
  ),
  strict_csp_page: action({ after: z.literal('start'), ...beforeLoad }, () => {}, {
    needs: 'browser',
    before: () => ({ hasStrictPolicy: true }),
  }),
  run_script_again: action(
    {},
    async (_, page) => {
      const count = await browserOf(page).runScriptAgain();
      if (count !== 1) throw new Error(`the page has ${count} chats`);
    },
    { needs: 'browser' },
  ),
  reparent: action({}, (_, page) => browserOf(page).reparent(), { needs: 'browser' }),
  remove_frame: action({}, (_, page) => browserOf(page).removeFrame(), { needs: 'browser' }),
  rotate_secret: action({}, (_, __, { upstream }) => upstream?.rotateSecret(), { needs: 'upstream' }),
  mount_unmount: action(
    { times: z.int().min(1) },
    ({ times }, page, context) => mountAndUnmount(page, context, times),
    {
      needs: 'browser',
    },
  ),
  corrupt_memory: action(
    { field: z.literal('cursor'), value: anything },
    ({ field, value }, page) => page.corrupt?.(field, value),
    { needs: 'memory' },
  ),
};
