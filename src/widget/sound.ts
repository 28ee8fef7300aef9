/** A short soft tone for news, made on the spot: nothing is loaded. */

export interface Sound {
  play(): void;
  dispose(): void;
}

const NOTES = [
  { hertz: 660, atS: 0 },
  { hertz: 880, atS: 0.12 },
];
const LASTS_S = 0.28;
const VOLUME = 0.06;

/** Browsers let a page sound only after a gesture: to be made in the handler of one. */
export function createSound(): Sound {
  const context = new AudioContext();
  return {
    play() {
      for (const { hertz, atS } of NOTES) {
        const tone = context.createOscillator();
        const volume = context.createGain();
        const start = context.currentTime + atS;
        tone.frequency.value = hertz;
        volume.gain.setValueAtTime(VOLUME, start);
        volume.gain.exponentialRampToValueAtTime(0.0001, start + LASTS_S);
        tone.connect(volume).connect(context.destination);
        tone.start(start);
        tone.stop(start + LASTS_S);
      }
    },
    dispose: () => void context.close(),
  };
}
