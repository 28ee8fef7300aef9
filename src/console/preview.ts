import type { PageApi } from '../embed/api.ts';
import type { FoyerElement } from '../embed/element.ts';
import { type Look, PREVIEW_READY, readLook } from '../protocol/preview.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import { createTestPlatform } from '../testing/index.ts';

/**
 * The page in the frame of the console that shows the widget of this relay. Relay and platform are in its memory: nothing is
 * sent, and no session begins.
 */

const GREETING = 'Hello, how can I help?';
const answerTo = (text: string) =>
  `You said “${text}”. This is how an answer looks:\n\n- with a list\n- and **strong** words`;

const RIGHT_TO_LEFT = /^(?:ar|he|fa|ur)\b/;

// An agent without a name gets its name from the look.
const platform = createTestPlatform({ greeting: GREETING, agent: {} });
platform.install(window);
// The script of the widget has placed one with the look of the relay.
(window.Foyer as PageApi | undefined)?.destroy();

type Show = (config: WidgetConfig) => void;

/** The widget that is shown, and how far its conversation has come. */
interface Shown {
  readonly element: FoyerElement;
  readonly look: Look;
  readonly showConfig: Show;
  readonly hasWritten: boolean;
  readonly sessionsBefore: number;
}
let shown: Shown | undefined;

platform.onMessage((text) => {
  if (shown) shown = { ...shown, hasWritten: true };
  platform.stream(answerTo(text), { chunks: 12, everyMs: 60 });
});

const sessions = () => platform.calls.filter((call) => call === 'POST /chat/sessions').length;
const asks = ({ config }: Look) => config.consent?.required === true;
const firstWords = ({ config: { welcome, starters, consent } }: Look) =>
  JSON.stringify([welcome, starters, consent]);

/** True if the running widget cannot show the next look: another corner, no accent any more, or other first words. */
function isOver({ look, hasWritten, sessionsBefore }: Shown, next: Look): boolean {
  const isPast = hasWritten || (asks(look) && sessions() > sessionsBefore);
  return (
    look.position !== next.position ||
    (look.config.accent !== undefined && next.config.accent === undefined) ||
    asks(look) !== asks(next) ||
    (isPast && firstWords(look) !== firstWords(next))
  );
}

/** A configuration of the widget that can be replaced, also before its panel has loaded. */
function createConfigSource(first: WidgetConfig): readonly [source: unknown, showConfig: Show] {
  let config = first;
  let use: Show = () => {};
  const follow = (panelUse: Show) => {
    use = panelUse;
    use(config);
  };
  const showConfig: Show = (next) => {
    config = next;
    use(next);
  };
  // The launcher reads the accent without the panel.
  return [Object.assign(follow, { accent: first.accent }), showConfig];
}

/** Begins a widget with a new conversation. */
function begin(look: Look): Shown {
  const { locale, colorScheme, position } = look;
  localStorage.removeItem(`foyer:${platform.relay}`);
  const element = document.createElement('foyer-chat');
  const [source, showConfig] = createConfigSource(look.config);
  element.begin({ relay: platform.relay, locale, colorScheme, position, autoOpen: true }, source);
  document.documentElement.append(element);
  return { element, look, showConfig, hasWritten: false, sessionsBefore: sessions() };
}

function show(look: Look): void {
  const page = document.documentElement;
  page.lang = look.locale;
  page.dir = RIGHT_TO_LEFT.test(look.locale) ? 'rtl' : 'ltr';
  page.style.colorScheme = look.colorScheme;
  if (!shown || isOver(shown, look)) {
    shown?.element.stop();
    shown?.element.remove();
    shown = begin(look);
    return;
  }
  const { foyer } = shown.element;
  if (shown.look.locale !== look.locale) foyer?.setLocale(look.locale);
  if (shown.look.colorScheme !== look.colorScheme) foyer?.setTheme({ 'color-scheme': look.colorScheme });
  shown.showConfig(look.config);
  shown = { ...shown, look };
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return;
  const look = readLook(data);
  if (look) show(look);
});
parent.postMessage(PREVIEW_READY, location.origin);
