import { signal } from '@preact/signals';

/** A text that is not saved, and the text of the branch that its changes began with. */
export interface Draft {
  readonly base: string;
  readonly text: string;
}

/** Unsaved texts by branch. They survive a look at another page; the browser asks before it closes this one. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** Keeps a draft; one without changes is none. */
export function keepDraft(branch: string, draft: Draft | undefined): void {
  const next = new Map(drafts.peek());
  if (draft && draft.text !== draft.base) next.set(branch, draft);
  else next.delete(branch);
  drafts.value = next;
}

addEventListener('beforeunload', (event) => {
  if (drafts.peek().size > 0) event.preventDefault();
});
