import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { PREVIEW_READY, toLookMessage } from '../../../protocol/preview.ts';
import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { ChoiceChips } from '../../parts/choice-chips.tsx';
import { useServices } from '../../services.ts';
import { LANGUAGES } from './languages.ts';
import { words } from './words.ts';

/** While one types, the widget begins anew once they pause. */
const PAUSE_MS = 300;

/** The widget of this relay with a branding, in a frame. Its agent lives in the frame, so that no session begins. */
export function Preview({ branding }: { readonly branding: WidgetConfig }) {
  const { clock } = useServices();
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useSignal(false);
  const device = useSignal<keyof typeof words.devices>('desktop');
  const colorScheme = useSignal<keyof typeof words.previewSchemes>('light');
  const locale = useSignal<string | undefined>(undefined);
  const language = locale.value ?? branding.default_locale;

  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && origin === location.origin && data === PREVIEW_READY)
        isReady.value = true;
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);

  const message = toLookMessage({ config: branding, locale: language, colorScheme: colorScheme.value });
  const key = JSON.stringify(message);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isReady.value) return undefined;
    const show = () => frame.current?.contentWindow?.postMessage(message, location.origin);
    const inMs = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    return clock.after(inMs, show);
  }, [key, isReady.value]);

  return (
    <section class="install-preview">
      <h3>{words.preview}</h3>
      <p class="hint">{words.previewHint}</p>
      <div class="install-looks">
        <ChoiceChips
          titles={words.devices}
          chosen={device.value}
          onChoose={(it) => {
            device.value = it;
          }}
        />
        <ChoiceChips
          titles={words.previewSchemes}
          chosen={colorScheme.value}
          onChoose={(it) => {
            colorScheme.value = it;
          }}
        />
        <select
          aria-label={words.previewLanguage}
          value={language}
          onChange={({ currentTarget }) => {
            locale.value = currentTarget.value;
          }}
        >
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <iframe ref={frame} title={words.preview} src="/console/preview" data-device={device.value} />
    </section>
  );
}
