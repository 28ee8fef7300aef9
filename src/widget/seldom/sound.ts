import type { Sound, Ui } from '../context/ui.ts';

/** Notification sound, synthesized in the browser: no file is loaded. */

const NOTES = [
  { hertz: 660, atS: 0 },
  { hertz: 880, atS: 0.12 },
];
const LENGTH_S = 0.28;
const VOLUME = 0.06;

/** Enables the sound and plays it, or disables it. Must be called in the handler of a user gesture, as `createSound`. */
export function toggleSound({ sound }: Pick<Ui, 'sound'>): void {
  const present = sound.peek();
  present?.dispose();
  sound.value = present ? null : createSound();
  sound.value?.play();
}

/** Must be called in the handler of a user gesture: browsers allow sound only after one. */
function createSound(): Sound {
  const context = new AudioContext();
  return {
    play() {
      for (const { hertz, atS } of NOTES) {
        const tone = context.createOscillator();
        const volume = context.createGain();
        const start = context.currentTime + atS;
        tone.frequency.value = hertz;
        volume.gain.setValueAtTime(VOLUME, start);
        volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH_S);
        tone.connect(volume).connect(context.destination);
        tone.start(start);
        tone.stop(start + LENGTH_S);
      }
    },
    dispose: () => void context.close(),
  };
}
