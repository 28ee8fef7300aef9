/** A question that the scripted agent can answer. */
export interface FaqEntry {
  readonly id: string;
  /** The text of a suggestion that asks for this entry. */
  readonly question: string;
  /**
   * Lower case, without accents or punctuation. A single word of four letters or more also matches longer words that
   * begin with it; any other keyword matches whole words only.
   */
  readonly keywords: readonly string[];
  /** Markdown. */
  readonly answer: string;
  /** Ids of the entries that are suggested together with the answer. */
  readonly related: readonly string[];
  /** The agent asks for an order number, and takes the next message as one. */
  readonly asksForOrder?: true;
  /** The entry counts only when the text is about nothing else. */
  readonly isSmallTalk?: true;
}
