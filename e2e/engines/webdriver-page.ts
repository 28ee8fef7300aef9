import { expect } from 'playwright/test';
import type { EnginePage, Key, Role, Target } from './engine-page.ts';
import { expressionOf } from './expression.ts';
import { reachOf } from './reach.ts';
import { type ElementReference, elementId, ifRemoved, type WebDriverSession } from './webdriver.ts';

/** A window, and the selector of an iframe in it. */
interface Place {
  readonly window: string;
  readonly frame?: string;
}

/** Codes of the keys that write no character. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
};

/** Elements that have a role without an attribute. */
const NATIVE: Partial<Record<Role, string>> = { button: 'button', textbox: 'input, textarea' };

const candidatesOf = (role: Role) => [`[role=${role}]`, NATIVE[role] ?? []].flat().join();

const keyDown = (value: string) => ({ type: 'keyDown', value });
const keyUp = (value: string) => ({ type: 'keyUp', value });

/** The windows of a W3C WebDriver. */
export function createPages(session: WebDriverSession, download: EnginePage['download']) {
  let selected = '';

  /** Directs the next commands to a document. That of a frame may be another one after each command. */
  async function select({ window, frame }: Place) {
    if (selected !== window) await session.post('window', { handle: window });
    selected = window;
    await session.post('frame', { id: null });
    if (frame === undefined) return;
    const script = `return document.querySelector(${JSON.stringify(frame)})`;
    await session.post('frame', { id: await session.script<ElementReference>(script) });
  }

  const evaluate: EnginePage['evaluate'] = (script, argument) =>
    session.script(`return ${expressionOf(script, argument)}`);

  async function rendered(css: string) {
    const elements: unknown = await evaluate(
      (all, css) => all(css).filter((element) => element.checkVisibility({ visibilityProperty: true })),
      css,
    );
    return elements as readonly ElementReference[];
  }

  const isNamed = async (element: ElementReference, name: string, role: Role) =>
    (await session.get(`element/${elementId(element)}/computedlabel`)) === name &&
    (await session.get(`element/${elementId(element)}/computedrole`)) === role;

  async function find(target: Target): Promise<readonly ElementReference[]> {
    if ('css' in target) return rendered(target.css);
    const found: ElementReference[] = [];
    for (const element of await rendered(candidatesOf(target.role))) {
      if (await ifRemoved(false, () => isNamed(element, target.name, target.role))) found.push(element);
    }
    return found;
  }

  const act = (type: 'key' | 'pointer' | 'wheel', actions: readonly object[]) =>
    session.post<void>('actions', { actions: [{ type, id: type, actions }] });

  /** Clicks if that is possible now; else the reason why it is not. */
  async function attemptClick(target: Target) {
    const [origin, ...others] = await find(target);
    if (origin === undefined) return 'not found';
    if (others.length > 0) return `${others.length + 1} found`;
    const reach = await session.script<string>(`return (${reachOf})(arguments[0])`, origin);
    if (reach !== 'reachable') return reach;
    await act('pointer', [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
    return 'clicked';
  }

  return function createPage(place: Place): EnginePage {
    const inPlace =
      <Arguments extends readonly unknown[], Result>(run: (...them: Arguments) => Promise<Result>) =>
      async (...them: Arguments) => {
        await select(place);
        return run(...them);
      };
    const click = inPlace((target: Target) => ifRemoved('removed', () => attemptClick(target)));
    return {
      goto: inPlace((url) => session.post('url', { url })),
      reload: inPlace(() => session.post('refresh')),
      evaluate: (script, argument) => inPlace(() => evaluate(script, argument))(),
      count: inPlace(async (target: Target) => (await find(target)).length),
      click: (target) =>
        expect.poll(() => click(target), `click on ${JSON.stringify(target)}`).toBe('clicked'),
      type: inPlace((text: string) =>
        act(
          'key',
          [...text].flatMap((character) => [keyDown(character), keyUp(character)]),
        ),
      ),
      press: inPlace((key: Key) => {
        const values = key.split('+').map((key) => KEYS[key] ?? key);
        return act('key', [...values.map(keyDown), ...values.toReversed().map(keyUp)]);
      }),
      scroll: inPlace(async (css, deltaY) => {
        const [origin] = await rendered(css);
        await act('wheel', [{ type: 'scroll', x: 0, y: 0, deltaX: 0, deltaY, origin }]);
      }),
      download,
      frame: (css) => createPage({ ...place, frame: css }),
      async openWindow() {
        const { handle } = await session.post<{ handle: string }>('window/new', { type: 'window' });
        return createPage({ window: handle });
      },
      bringToFront: () => select(place),
      resize: inPlace(async (width, height) => {
        // The bar above the page belongs to the window.
        const outer = await session.get<{ height: number }>('window/rect');
        const inner = await evaluate(() => innerHeight, undefined);
        await session.post('window/rect', { width, height: height + outer.height - inner });
      }),
      screenshot: inPlace(async () => Buffer.from(await session.get<string>('screenshot'), 'base64')),
    };
  };
}
