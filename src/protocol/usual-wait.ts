/** Longest name of a queue, in characters. */
export const MAX_QUEUE_NAME = 100;
/** Longest wait that is counted. */
export const MAX_WAIT_S = 86_400;

/** Body of `POST /chat/waits`: the wait of a visitor until a person joined. */
export interface ToldWait {
  /** Absent: the platform has named none. */
  readonly queue?: string | undefined;
  readonly seconds: number;
}

/** Response to `GET /chat/waits?queue=`. */
export interface UsualWait {
  /** Median of the last waits in the queue; null: the relay knows too few. */
  readonly usual_s: number | null;
}
