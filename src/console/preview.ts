import type { PageApi } from '../embed/api.ts';
import type { FoyerElement } from '../embed/element.ts';
import { type Look, PREVIEW_READY, readLook } from '../protocol/preview.ts';
import { createTestPlatform } from '../testing/index.ts';

/**
 * The page in the frame of the console that shows the widget of this relay. Relay and platform are in its memory: nothing is
 * sent, and no session begins.
 */

const GREETING = 'Hi, I am **Iris**. How can I help?';
const answerTo = (text: string) =>
  `You said “${text}”. This is how an answer looks:\n\n- with a list\n- and **strong** words`;

const RIGHT_TO_LEFT = /^(?:ar|he|fa|ur)\b/;

const platform = createTestPlatform({ greeting: GREETING });
platform.onMessage((text) => platform.stream(answerTo(text), { chunks: 12, everyMs: 60 }));
platform.install(window);
// The script of the widget has placed one with the look of the relay.
(window.Foyer as PageApi | undefined)?.destroy();

let shown: FoyerElement | undefined;

function show({ config, locale, colorScheme }: Look): void {
  shown?.stop();
  shown?.remove();
  const page = document.documentElement;
  page.lang = locale;
  page.dir = RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr';
  page.style.colorScheme = colorScheme;
  // Each look begins with a new conversation.
  localStorage.removeItem(`foyer:${platform.relay}`);
  shown = document.createElement('foyer-chat');
  shown.begin({ relay: platform.relay, locale, colorScheme, autoOpen: true }, config);
  page.append(shown);
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return;
  const look = readLook(data);
  if (look) show(look);
});
parent.postMessage(PREVIEW_READY, location.origin);
