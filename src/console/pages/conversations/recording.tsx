import type { Signal } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { durationText } from '../../../base/figure-text.ts';
import { aboutSite, addressOf } from '../../calls.ts';
import { useServices } from '../../services.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import { WORDS } from '../../words.ts';
import { peaksOf } from './peaks.ts';
import './recording.css';

const { recording: words } = WORDS;

const BARS = 160;
const SPEEDS = [0.75, 1, 1.25, 1.5, 2];
/** The rate of telephone calls: the page needs no finer one to draw a wave. */
const SAMPLE_RATE = 8_000;
/** About two hours. A longer one is played without its wave. */
const MAX_WAVE_BYTES = 128 * 1024 * 1024;

interface RecordingProps {
  readonly conversationId: string;
  /** Seconds that are heard now. Writing another time is done by `seek`. */
  readonly position: Signal<number>;
  readonly player: Signal<HTMLAudioElement | null>;
}

async function readPeaks(address: string, signal: AbortSignal): Promise<readonly number[]> {
  const response = await fetch(address, { signal });
  if (!response.ok || Number(response.headers.get('content-length')) > MAX_WAVE_BYTES) return [];
  const decoder = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const audio = await decoder.decodeAudioData(await response.arrayBuffer());
  return peaksOf(audio.getChannelData(0), BARS);
}

/** The recording of a call: a wave to press, and the browser's own controls. */
export function Recording({ conversationId, position, player }: RecordingProps) {
  const { site } = useServices();
  const params = { conversation_id: conversationId };
  const path = addressOf('/conversations/{conversation_id}/audio', { params });
  const address = aboutSite(`/admin/v1${path}`, site);
  const speed = useId();
  const audio = useRef<HTMLAudioElement>(null);
  const [peaks, setPeaks] = useState<readonly number[]>([]);
  const [duration, setDuration] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const aborter = new AbortController();
    setPeaks([]);
    setFailed(false);
    if (attempt > 1) audio.current?.load();
    readPeaks(address, aborter.signal).then(setPeaks, () => {});
    player.value = audio.current;
    return () => {
      aborter.abort();
      player.value = null;
    };
  }, [address, attempt]);

  useShortcuts({
    play: () => void (audio.current?.paused ? audio.current.play() : audio.current?.pause()),
  });
  const share = duration > 0 ? position.value / duration : 0;
  return (
    <section class="recording" aria-label={words.title}>
      {peaks.length > 0 && (
        <input
          class="wave"
          type="range"
          min={0}
          max={duration}
          step={0.1}
          value={position}
          aria-label={words.position}
          aria-valuetext={`${durationText(position.value)} / ${durationText(duration)}`}
          onInput={({ currentTarget }) => {
            if (audio.current) audio.current.currentTime = currentTarget.valueAsNumber;
          }}
        />
      )}
      {peaks.length > 0 && (
        <svg class="wave-bars" viewBox={`0 0 ${BARS} 40`} preserveAspectRatio="none" aria-hidden="true">
          {peaks.map((peak, index) => (
            <rect
              key={index}
              data-heard={index / BARS < share}
              x={index + 0.15}
              y={20 - Math.max(0.5, peak * 19)}
              width={0.7}
              height={Math.max(1, peak * 38)}
            />
          ))}
        </svg>
      )}
      <div class="player" hidden={hasFailed}>
        {/* biome-ignore lint/a11y/useMediaCaption: the transcript is below. */}
        <audio
          ref={audio}
          controls
          preload="metadata"
          src={address}
          onTimeUpdate={({ currentTarget }) => {
            position.value = currentTarget.currentTime;
          }}
          onDurationChange={({ currentTarget }) => setDuration(currentTarget.duration || 0)}
          onError={() => setFailed(true)}
        />
        <label class="visually-hidden" for={speed}>
          {words.speed}
        </label>
        <select
          id={speed}
          onChange={({ currentTarget }) => {
            if (audio.current) audio.current.playbackRate = Number(currentTarget.value);
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed} selected={speed === 1}>
              {speed}×
            </option>
          ))}
        </select>
      </div>
      {hasFailed && (
        <p class="hint">
          {words.failed}{' '}
          <button type="button" class="link" onClick={() => setAttempt(attempt + 1)}>
            {WORDS.states.tryAgain}
          </button>
        </p>
      )}
    </section>
  );
}
