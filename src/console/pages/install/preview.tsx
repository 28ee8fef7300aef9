import { useEffect, useRef, useState } from 'preact/hooks';
import { PREVIEW_READY, toLookMessage } from '../../../protocol/preview.ts';
import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { usePageAddress } from '../../page-address.ts';
import { ChoiceChips } from '../../parts/choice-chips.tsx';
import { Options } from '../../parts/options.tsx';
import { words } from './words.ts';

interface PreviewProps {
  readonly branding: WidgetConfig;
  /** BCP 47 tag. */
  readonly language: string;
  readonly languages: Readonly<Record<string, string>>;
  onLanguage(tag: string): void;
}

/** The widget of this relay with a branding, in a frame. Its agent lives in the frame, so that no session begins. */
export function Preview({ branding, language, languages, onLanguage }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [device, setDevice] = useState<keyof typeof words.devices>('desktop');
  const [colorScheme, setColorScheme] = useState<keyof typeof words.previewSchemes>('light');
  const isLeft = usePageAddress().query.get('position') === 'bottom-left';

  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && origin === location.origin && data === PREVIEW_READY)
        setReady(true);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);

  const message = toLookMessage({
    config: branding,
    locale: language,
    colorScheme,
    position: isLeft ? 'bottom-left' : 'bottom-right',
  });
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [JSON.stringify(message), isReady]);

  return (
    <section class="install-preview">
      <h3>{words.preview}</h3>
      <p class="hint">{words.previewHint}</p>
      <div class="controls">
        <ChoiceChips titles={words.devices} chosen={device} onChoose={(name) => setDevice(name)} />
        <ChoiceChips
          titles={words.previewSchemes}
          chosen={colorScheme}
          onChoose={(name) => setColorScheme(name)}
        />
        <select
          aria-label={words.previewLanguage}
          value={language}
          onChange={({ currentTarget }) => onLanguage(currentTarget.value)}
        >
          <Options titles={languages} />
        </select>
      </div>
      <iframe ref={frame} title={words.preview} src="/console/preview" data-device={device} />
    </section>
  );
}
