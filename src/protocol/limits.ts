/** Every number that the specification gives, once. Times are milliseconds, sizes are bytes. */

/** The largest frame a client may send (messaging §3); a session may advertise less, never more (§14). */
export const MAX_FRAME_BYTES = 131_072;
/** Sockets that one session may hold at a time (messaging §3). */
export const MAX_CONNECTIONS = 10;
/** A relay's ticket opens one socket, within this time (security); what a grant lives longer by is a token. */
export const TICKET_MS = 30_000;
/** A session without any client frame for this long is over (specification, States and transitions). */
export const SESSION_IDLE_MS = 600_000;

/** Heartbeat when the session advertises none, and the band an advertised one is brought into (§6, §11). */
export const HEARTBEAT_DEFAULT_MS = 30_000;
export const HEARTBEAT_MIN_MS = 5_000;
export const HEARTBEAT_MAX_MS = 120_000;
/** Added to two heartbeat intervals before silence counts as a dead connection (§11). */
export const LIVENESS_GRACE_MS = 5_000;
/** How long a probe heartbeat may stay unanswered after a clock jump or a return to visible (§11). */
export const PROBE_MS = 5_000;
/** A jump of the clock beyond this makes the socket suspect (§11). */
export const CLOCK_JUMP_MS = 60_000;

/** Reconnection (§12). */
export const RECONNECT_DELAYS_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
export const RECONNECT_CAP_MS = 30_000;
export const RECONNECT_JITTER = 0.5;
export const RECONNECT_ATTEMPTS_DEFAULT = 10;
export const STABLE_MS = 10_000;
export const HANDSHAKE_MS = 10_000;
/** First wait after 1012 or 1013: the server asked for patience (§12). */
export const SHED_MIN_MS = 5_000;
export const SHED_MAX_MS = 30_000;

/** History (§7, §12, §14). */
export const HISTORY_QUIET_MS = 250;
export const FIRST_HISTORY_MS = 5_000;
export const GAP_MS = 2_000;

/** Join (§7, §10). */
export const JOIN_MS = 15_000;
export const REJOIN_DELAYS_MS: readonly number[] = [2_000, 4_000, 8_000];
/** A page that did not ask the agent itself lets the one that did go first by this much, and up to half as much again. */
export const JOIN_TAKEOVER_MS = 5_000;

/** Delivery of the visitor's messages (§9). */
export const CONFIRM_MS = 10_000;
export const SETTLE_MS = 2_000;
export const MAX_SENDS = 3;
export const MAX_UNCONFIRMED = 5;
export const MAX_WAITING = 100;

/** Streams and indicators (§8, §11). */
export const STREAM_SILENCE_MS = 30_000;
export const THINKING_MS = 30_000;
export const TYPING_EVERY_MS = 3_000;
export const TYPING_STOPS_MS = 5_000;

/** A conversation that nobody looks at lets go of its socket after this long: ten are all a session may have (§3). */
export const REST_MS = 60_000;

/** Ending (§11). */
export const END_MS = 5_000;

/** Calls to the relay (§14). */
export const RELAY_CALL_MS = 10_000;
export const RELAY_CALLS = 4;
export const RELAY_RETRY_MS = 1_000;
export const RETRY_AFTER_MIN_MS = 1_000;
export const RETRY_AFTER_MAX_MS = 30_000;

/** Three binary frames within this time replace the socket once (§4). */
export const BINARY_FRAMES = 3;
export const BINARY_WINDOW_MS = 60_000;
