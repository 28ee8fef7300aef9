/** Functions of the chunk that loads this one, of which this one imports nothing: see `SpeechProps`. */
export interface TellTurnProps {
  /** The words about the person who has joined. */
  joinedText(): string;
}
