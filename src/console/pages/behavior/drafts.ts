import type { Signal } from '@preact/signals';
import type { Kept } from '../../kept.ts';

/** A text that is not saved, and the text of the branch that its changes began with. */
export interface Draft {
  readonly base: string;
  readonly text: string;
}

/** Unsaved texts by branch. */
type Drafts = ReadonlyMap<string, Draft>;
export const DRAFTS: Kept<Drafts> = { initial: new Map(), isUnsaved: ({ size }) => size > 0 };

/** Keeps a draft; one without changes is none. */
export function keepDraft(drafts: Signal<Drafts>, branch: string, draft: Draft | undefined): void {
  const next = new Map(drafts.peek());
  if (draft && draft.text !== draft.base) next.set(branch, draft);
  else next.delete(branch);
  drafts.value = next;
}
