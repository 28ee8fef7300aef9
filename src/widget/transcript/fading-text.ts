/** Names of the highlights of new text, the newest first; their colours are in the style sheet. */
const NAMES = ['foyer-newest', 'foyer-newer', 'foyer-new'];

/** The page's highlights of these names, shared by all messages; empty while no text is new. */
let highlights: readonly Highlight[] = [];

function register(): void {
  // Browsers without highlights show new text at once. With forced colours a highlight looks like a selection.
  if (highlights.length > 0 || typeof Highlight === 'undefined') return;
  if (matchMedia('(forced-colors: active)').matches) return;
  highlights = NAMES.map((name) => {
    const highlight = new Highlight();
    CSS.highlights.set(name, highlight);
    return highlight;
  });
}

/** Removes the highlights from the page if they are unused. */
function unregisterUnused(): void {
  if (highlights.length === 0 || highlights.some(({ size }) => size > 0)) return;
  highlights = [];
  for (const name of NAMES) CSS.highlights.delete(name);
}

/** The end of the content of `element`. */
function endOf(element: Node): readonly [Node, number] {
  let node = element;
  while (node.lastChild) node = node.lastChild;
  return node instanceof Text ? [node, node.length] : [element, element.childNodes.length];
}

/**
 * Fades in new text of `element` in three steps, by highlights: they only change its colour. Elements and texts stay unchanged for
 * screen readers.
 */
export function createFadingText(element: Element) {
  /** Ranges of the latest texts, the newest first. */
  let fading: readonly (Range | null)[] = [];

  function show(ranges: readonly (Range | null)[]): void {
    for (const [stage, highlight] of highlights.entries()) {
      const [before, now] = [fading[stage], ranges[stage]];
      if (before) highlight.delete(before);
      if (now) highlight.add(now);
    }
    fading = ranges;
    unregisterUnused();
  }

  return {
    /** Runs `write` and starts to fade in its text; earlier texts take their next step. */
    write(write: () => void): void {
      register();
      const range = highlights.length > 0 ? new Range() : null;
      range?.setStart(...endOf(element));
      write();
      // In the text node, not behind it: the range must not grow with the next text.
      range?.setEnd(...endOf(element));
      show([range, ...fading].slice(0, NAMES.length));
    },
    /** Earlier texts take their next step. */
    age: (): void => show([null, ...fading].slice(0, NAMES.length)),
    isFading: (): boolean => fading.some((range) => range !== null),
    /** Shows everything. */
    clear: (): void => show([]),
  };
}
