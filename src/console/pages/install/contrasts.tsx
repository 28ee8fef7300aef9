import { contrast, LINKS, type Rgb, textColourOn } from '../../../base/colour-contrast.ts';
import { words } from './words.ts';

const ratioText = (one: Rgb, other: Rgb) => `${contrast(one, other).toFixed(1)}:1`;

/** Contrast of the accent in each of its uses in the widget. */
export function Contrasts({ accent }: { readonly accent: string }) {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(accent);
  if (!hex) return <p class="hint">{accent === '' ? words.noAccent : words.otherAccent(accent)}</p>;
  const colour = hex.slice(1).map((part) => Number.parseInt(part, 16));
  const text = textColourOn(colour);
  return (
    <ul class="install-contrasts" aria-label={words.contrast}>
      <li>
        <span class="tag ok">{ratioText(text, colour)}</span>{' '}
        {text[0] === 0 ? words.blackText : words.whiteText}
      </li>
      {(['light', 'dark'] as const).map((scheme) => {
        const { background, minContrast } = LINKS[scheme];
        const isReadable = contrast(colour, background) >= minContrast;
        return (
          <li key={scheme}>
            <span class={`tag ${isReadable ? 'ok' : 'warning'}`}>{ratioText(colour, background)}</span>{' '}
            {words.links[scheme](isReadable)}
          </li>
        );
      })}
    </ul>
  );
}
