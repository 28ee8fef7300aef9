/** A link in a message that the visitor follows: detail of the event `link` (contract §2). */
export interface FollowedLink {
  readonly url: string;
  readonly messageId: string;
}
