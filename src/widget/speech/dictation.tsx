import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { SpeechProps } from '../context/speech-props.ts';
import { useWidget } from '../context/widget-context.ts';
import { Icon } from '../elements/icon.tsx';
import { listen, type Place, recognitionPlace } from './recognition.ts';

const MICROPHONE_ICON =
  'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21';

/**
 * Button that writes dictated text into the composer. It never sends. Absent if the browser cannot recognise speech on
 * the device, unless the site allows the service of the browser's maker.
 */
export function Dictation({ isDictating, announce }: Pick<SpeechProps, 'isDictating' | 'announce'>) {
  const { chat, locale, options, strings, ui } = useWidget();
  const texts = strings.value;
  const place = useSignal<Place | null>(null);
  const stop = useRef(() => {});
  const language = locale.value;

  useEffect(() => {
    let isCurrent = true;
    recognitionPlace(language, options.dictation === 'any').then((found) => {
      if (isCurrent) place.value = found;
    });
    return () => {
      isCurrent = false;
      stop.current();
    };
  }, [language, options.dictation, place]);

  async function start(from: Place): Promise<void> {
    const before = ui.draft.peek().trimEnd();
    let written = ui.draft.peek();
    let isStopped = false;
    let abort = () => {};
    // Typing, or the empty composer after sending, ends the dictation.
    const stopWatching = ui.draft.subscribe((draft) => draft !== written && stop.current());

    function end(): void {
      isStopped = true;
      stopWatching();
      isDictating.value = false;
      abort();
    }

    stop.current = end;
    isDictating.value = true;
    announce(texts.listening);
    abort = await listen(language, from, {
      heard(text) {
        if (isStopped) return;
        written = [before, text.trim()].filter(Boolean).join(' ');
        ui.draft.value = written;
        chat.setTyping(written !== '');
      },
      ended(isFailure) {
        if (isStopped) return;
        end();
        if (isFailure) announce(texts.noMicrophone);
      },
    });
    if (isStopped) abort();
  }

  if (place.value === null) return null;
  const from = place.value;
  return (
    <button
      type="button"
      class="icon-button dictate"
      aria-label={isDictating.value ? texts.stopDictating : texts.dictate}
      data-listening={isDictating.value || undefined}
      onClick={() => (isDictating.value ? stop.current() : void start(from))}
    >
      <Icon path={MICROPHONE_ICON} />
    </button>
  );
}
