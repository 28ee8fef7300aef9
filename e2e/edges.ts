import type { Locator } from 'playwright/test';
import type { ChatPage } from './fixtures.ts';

/** True if an element has a visible edge: a solid border, else a solid outline. */
const hasEdge = (locator: Locator) =>
  locator.first().evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, outlineWidth, outlineStyle, outlineColor } =
      getComputedStyle(element);
    const { backgroundColor } = getComputedStyle(element);
    const [width, style, colour] =
      borderTopStyle === 'none'
        ? [outlineWidth, outlineStyle, outlineColor]
        : [borderTopWidth, borderTopStyle, borderTopColor];
    return style === 'solid' && Number.parseFloat(width) >= 1 && colour !== backgroundColor;
  });

/** Elements that otherwise have only a background, by the state that shows them. */
function elementsOf(chat: ChatPage, state: string): Record<string, Locator> {
  const { page, texts } = chat;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  switch (state) {
    case 'closed':
      return { launcher: chat.launcher() };
    case 'prompt':
      return {
        prompt: page.locator('foyer-chat .prompt'),
        answer: button('Yes, please'),
      };
    case 'consent':
      return { panel: chat.panel(), consent: button(texts.consent) };
    case 'greeting, suggestions, disclaimer, policies':
      return {
        agent: chat.messages('agent').locator('.bubble'),
        suggestion: chat.suggestions(),
        field: page.locator('foyer-chat .field'),
        send: button(texts.send),
      };
    case 'formatted text':
      return { user: chat.messages('user').locator('.bubble'), copy: button(texts.copy) };
    case 'card':
      return { card: page.locator('foyer-chat .card') };
    case 'menu':
      return { menu: page.getByRole('menu') };
    case 'reconnecting':
      return { again: button(texts.retry) };
    case 'ended':
      return { restart: button(texts.restart) };
    default:
      return {};
  }
}

/** Names of the elements that are without an edge where forced colours take their background away. */
export async function missingEdges(chat: ChatPage, state: string): Promise<string[]> {
  const elements = Object.entries(elementsOf(chat, state));
  if (elements.length === 0) return [];
  await chat.page.emulateMedia({ forcedColors: 'active' });
  const missing: string[] = [];
  for (const [name, it] of elements) if (!(await hasEdge(it))) missing.push(name);
  await chat.page.emulateMedia({ forcedColors: 'none' });
  return missing;
}
