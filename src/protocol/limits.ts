/** Every number of docs/protocol.md, once. Times are milliseconds, sizes are bytes. */

/** Largest frame that a client may send (M-3.9). A session may advertise less, never more (M-14.4). */
export const MAX_FRAME_BYTES = 131_072;
/** Longest frame of the platform that is read (M-4.13): a history of more than ten thousand events. The browser measures it in characters. */
export const MAX_SERVER_FRAME_BYTES = 8_388_608;
/** M-4.15: the end of a history of more characters is shown before the rest is read: so many rows of so many events, for so long. */
export const LONG_FRAME = 50_000;
export const NEWEST_ROWS = 16;
export const NEWEST_EVENTS = 40;
export const NEWEST_MS = 100;
/** Sockets that one session may have at a time (M-3.10). */
export const MAX_CONNECTIONS = 10;
/** Lifetime of a relay's ticket. A ticket opens one socket; a grant that lives longer is a token. */
export const TICKET_MS = 30_000;
/** A session ends after this time without any client frame (M-3.11). */
export const SESSION_IDLE_MS = 600_000;

/** Heartbeat interval when the session advertises none (M-6.29), and the limits of an advertised one (M-11.1). */
export const HEARTBEAT_DEFAULT_MS = 30_000;
export const HEARTBEAT_MIN_MS = 5_000;
export const HEARTBEAT_MAX_MS = 120_000;
/** Added to two heartbeat intervals before silence means a dead connection (M-11.2). */
export const LIVENESS_GRACE_MS = 5_000;
/** Time to answer the heartbeat that is sent after a clock jump or when the page becomes visible (M-11.3). */
export const HEARTBEAT_ANSWER_MS = 5_000;
/** A longer jump of the clock means that a heartbeat must test the socket (M-11.3). */
export const CLOCK_JUMP_MS = 60_000;
/** Interval at which an open connection looks at the clock, whatever interval was advertised (M-11.3). */
export const CLOCK_WATCH_MS = 30_000;

/** Reconnect: M-12.1 (waits, cap, jitter), M-12.2 (attempts), M-12.3 (stable), M-12.6 (handshake). */
export const RECONNECT_DELAYS_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
export const RECONNECT_CAP_MS = 30_000;
export const RECONNECT_JITTER = 0.5;
export const RECONNECT_ATTEMPTS_DEFAULT = 10;
export const STABLE_MS = 10_000;
export const HANDSHAKE_MS = 10_000;
/** Number of handshakes that fail in the browser but succeed for the relay, after which sockets count as blocked (M-12.22). */
export const SOCKET_BLOCKED_AFTER = 3;
/** M-12.24: the next carrier is tried after so many handshakes that fail in a row, or so many sockets that break within `STABLE_MS`. */
export const BLOCKED_HANDSHAKES = 2;
export const CUT_SOCKETS = 3;
/** Deadline for a handshake when there is a next carrier (M-12.6). */
export const CARRIER_HANDSHAKE_MS = 5_000;
/** Time after which a better carrier is tried again (M-12.25). */
export const BETTER_CARRIER_MS = 600_000;
/** Deadline for the handshake of that try, since another carrier works. */
export const CARRIER_TRIAL_MS = 3_000;
/** Longest wait of a poll for a frame (M-12.26), and the wait of the first poll of a connection. */
export const POLL_MS = 25_000;
export const FIRST_POLL_MS = 1_000;
/** Time between two answers with frames: a streamed answer would otherwise cost a request per word. */
export const POLL_PACE_MS = 100;
/** A polled connection ends this long after its last poll. */
export const POLL_IDLE_MS = 30_000;
/** Frames of one request. */
export const MAX_POSTED_FRAMES = 50;

/** Wait between slow retries, while the page is visible (M-12.20). */
export const SLOW_RETRY_MS = 60_000;
/** Wait after close code 1012 or 1013: the server is overloaded (M-12.8). */
export const OVERLOAD_DELAY_MIN_MS = 5_000;
export const OVERLOAD_DELAY_MAX_MS = 30_000;

/** History: M-7.2 (quiet), M-14.3 (first history), M-12.17 (gap). */
export const HISTORY_QUIET_MS = 250;
export const FIRST_HISTORY_MS = 5_000;
export const GAP_MS = 2_000;

/** Join: M-7.4 (answer), M-10.8 (repeats). */
export const JOIN_MS = 15_000;
export const REJOIN_DELAYS_MS: readonly number[] = [2_000, 4_000, 8_000];
/** M-7.6: a page that has not requested the join waits this much longer for another page, and up to half as long again. */
export const JOIN_TAKEOVER_MS = 5_000;

/** Longest wait of the join for the page's token, and the longest id that is answered (M-7.10). */
export const CONTEXT_MS = 4_000;
export const MAX_CONTEXT_ID = 200;

/** Delivery: M-9.5 (echo), M-9.6 (reconciliation), M-9.7 (sends), M-9.4 (unconfirmed), M-9.10 (waiting). */
export const CONFIRM_MS = 10_000;
export const RECONCILE_MS = 2_000;
export const MAX_SENDS = 3;
export const MAX_UNCONFIRMED = 5;
export const MAX_WAITING = 100;

/** Streams and indicators: M-8.8, M-11.5, M-11.6. */
export const STREAM_SILENCE_MS = 30_000;
export const THINKING_MS = 30_000;
export const TYPING_EVERY_MS = 3_000;
export const TYPING_STOPS_MS = 5_000;

/** Time after which a background conversation closes its socket, because a session may have only ten (M-3.10). */
export const REST_MS = 60_000;
/** M-3.13: time to wait for an answer after its last sign. */
export const ANSWER_MS = 120_000;

/** Time for the platform to confirm the end (M-11.9). */
export const END_MS = 5_000;

/** Calls to the relay: M-14.10 (time, number, waits), M-14.9 (`Retry-After`). */
export const RELAY_CALL_MS = 10_000;
export const RELAY_CALLS = 4;
/** Challenges that one call answers (M-14.16). */
export const MAX_CHALLENGES = 3;
export const RELAY_RETRY_MS = 1_000;
export const RETRY_AFTER_MIN_MS = 1_000;
export const RETRY_AFTER_MAX_MS = 30_000;

/** M-4.9: this many binary frames within this time replace the socket. */
export const BINARY_FRAMES = 3;
export const BINARY_WINDOW_MS = 60_000;
