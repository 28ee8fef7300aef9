import type { Disconnect } from './connection-registry.ts';
import type { Delay } from './delay-queue.ts';
import type { LastingFault } from './injected-fault.ts';

/** The combined effect of all faults that apply to one frame. */
export interface FrameEffect {
  readonly copies: number;
  readonly delay: Delay;
  readonly isCorrupt: boolean;
  /** The longest time for which the frame waits to be overtaken; 0: it is not reordered. */
  readonly heldMs: number;
  /** Ends the connection at the moment of the frame's delivery. */
  readonly disconnect: Disconnect | undefined;
}

export const NO_DELAY: Delay = { latencyMs: 0, transferMs: 0 };

const NO_EFFECT: FrameEffect = {
  copies: 1,
  delay: NO_DELAY,
  isCorrupt: false,
  heldMs: 0,
  disconnect: undefined,
};

function withFault(effect: FrameEffect, fault: LastingFault, bytes: number): FrameEffect {
  const { delay } = effect;
  switch (fault.do) {
    case 'drop':
      return { ...effect, copies: 0 };
    case 'duplicate':
      return { ...effect, copies: effect.copies * 2 };
    case 'delay':
      return { ...effect, delay: { ...delay, latencyMs: delay.latencyMs + fault.inMs } };
    case 'trickle': {
      const transferMs = Math.max(delay.transferMs, Math.ceil((bytes * 1000) / fault.bytesPerS));
      return { ...effect, delay: { ...delay, transferMs } };
    }
    case 'corrupt':
      return { ...effect, isCorrupt: true };
    case 'reorder':
      return { ...effect, heldMs: Math.max(effect.heldMs, fault.inMs) };
    case 'cut':
      return { ...effect, disconnect: 'terminate' };
    case 'close':
      return { ...effect, disconnect: { code: fault.code, reason: fault.reason ?? '' } };
    default:
      return effect;
  }
}

/** Combines the faults that apply to a frame. A binary frame is null. */
export function frameEffectOf(frame: string | null, faults: readonly LastingFault[]): FrameEffect {
  // The fast path: most frames have no fault.
  if (faults.length === 0) return NO_EFFECT;
  const bytes = Buffer.byteLength(frame ?? '');
  const effect = faults.reduce((before, fault) => withFault(before, fault, bytes), NO_EFFECT);
  // A connection ends once, and also when its frame is dropped.
  return effect.disconnect ? { ...effect, copies: 1 } : effect;
}
