import type { Person, Suggestion } from '../../protocol/events.ts';
import type { ConnectionStatus, Entry, HandoffStatus, Trouble, Typist } from '../model/model.ts';
import { type ChatState, type Input, initialState } from '../model/state.ts';
import { rowsOf } from '../model/transcript.ts';
import { shownRows, statusOf, suggestionsOf, troubleOf, typistOf } from '../model/view.ts';
import { step } from '../steps/step.ts';

/** State that a visitor can see at one moment. */
export interface Screen {
  readonly connection: ConnectionStatus;
  readonly handoff: HandoffStatus;
  readonly trouble: Trouble | null;
  readonly entries: readonly Entry[];
  readonly typing: Typist | null;
  readonly suggestions: readonly Suggestion[];
  readonly agent: Person | null;
  readonly language: string | null;
}

const screenOf = (state: ChatState): Screen => ({
  connection: statusOf(state),
  handoff: state.conversation.handoff,
  trouble: troubleOf(state),
  entries: shownRows(rowsOf(state.conversation.transcript)).map(({ entry }) => entry),
  typing: typistOf(state),
  suggestions: suggestionsOf(state),
  agent: state.conversation.agent,
  language: state.conversation.language,
});

/** Applies recorded inputs again. Yields one screen per input; the same inputs give the same screens. */
export function* replay(
  inputs: Iterable<Input>,
): Generator<{ readonly at: number; readonly screen: Screen }> {
  let state = initialState({ network: { status: 'online' } });
  for (const input of inputs) {
    try {
      [state] = step(state, input);
    } catch {
      // The recorded client failed here, too: its next input reports the failure (M-12.21).
    }
    yield { at: input.at, screen: screenOf(state) };
  }
}
