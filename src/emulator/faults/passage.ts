import type { LastingFault } from './injected-fault.ts';
import type { Travel } from './lane.ts';

/** How a connection ends: without a close frame, or with one. */
export type Ending = 'cut' | { readonly code: number; readonly reason: string };

/** What becomes of a frame when all that strikes it is put together. */
interface Passage {
  readonly copies: number;
  readonly travel: Travel;
  readonly isCorrupt: boolean;
  /** How long at most it waits to be overtaken. */
  readonly heldMs: number;
  /** What happens to the connection where the frame would have come out. */
  readonly ending: Ending | undefined;
}

const STRAIGHT: Passage = {
  copies: 1,
  travel: { inMs: 0, takesMs: 0 },
  isCorrupt: false,
  heldMs: 0,
  ending: undefined,
};

function struckBy(passage: Passage, fault: LastingFault, bytes: number): Passage {
  const { travel } = passage;
  switch (fault.do) {
    case 'drop':
      return { ...passage, copies: 0 };
    case 'duplicate':
      return { ...passage, copies: passage.copies * 2 };
    case 'delay':
      return { ...passage, travel: { ...travel, inMs: travel.inMs + fault.inMs } };
    case 'trickle': {
      const takesMs = Math.max(travel.takesMs, Math.ceil((bytes * 1000) / fault.bytesPerS));
      return { ...passage, travel: { ...travel, takesMs } };
    }
    case 'corrupt':
      return { ...passage, isCorrupt: true };
    case 'reorder':
      return { ...passage, heldMs: Math.max(passage.heldMs, fault.inMs) };
    case 'cut':
      return { ...passage, ending: 'cut' };
    case 'close':
      return { ...passage, ending: { code: fault.code, reason: fault.reason ?? '' } };
    default:
      return passage;
  }
}

/** The passage of a frame, null for a binary one, that these faults strike. */
export function passageOf(frame: string | null, faults: readonly LastingFault[]): Passage {
  // Nearly always, and every frame comes past here.
  if (faults.length === 0) return STRAIGHT;
  const bytes = Buffer.byteLength(frame ?? '');
  const passage = faults.reduce((so, fault) => struckBy(so, fault, bytes), STRAIGHT);
  // A connection ends once, and also where the frame itself was dropped.
  return passage.ending ? { ...passage, copies: 1 } : passage;
}
