import type { Check } from '../evidence/evidence.ts';
import { notTried } from '../evidence/verdict.ts';

const TIME = 'it would take ten minutes';
const FAILURE = 'only a platform that fails or is overloaded shows it';
const CHANGES = 'it would change more than this command may';
const LATER = 'only your own clock, data or settings show it';

/** Rules of the platform that a client cannot see from outside, with the reason. */
const UNSEEN: readonly (readonly [rule: string, expects: string, why: string])[] = [
  ['M-2.7', 'token and session calls answer 500 only for a while: one repetition helps', FAILURE],
  ['M-2.10', 'a token or session call above a limit gets 429 with Retry-After', FAILURE],
  ['M-3.11', 'a session ends after ten minutes without a frame of the client', TIME],
  ['M-3.12', 'close codes have their meanings: 4000 replaced, 4001 refused, 4002 please reconnect', FAILURE],
  ['M-6.19', 'SESSION_IDLE_WARNING comes before an idle session ends', TIME],
  ['M-6.20', 'receipts name the message that was received or read', 'no platform has sent one yet'],
  ['M-6.21', 'SHOW_CSAT_REQUEST asks for feedback', 'no platform has sent one yet'],
  [
    'M-7.10',
    'SESSION_START with context_id takes a token about the visitor',
    'the submitting call is not published',
  ],
  ['M-10.2', 'an overloaded platform says so in a system message', FAILURE],
  ['M-10.3', 'an agent that failed says so in a system message', FAILURE],
  ['M-10.4', 'an agent that cannot start says so in a system message', FAILURE],
  ['M-11.4', 'only the platform ends an idle session', TIME],
  ['R-1.7', 'a key without a permission gets 403', 'it needs keys of each kind'],
  [
    'R-1.10',
    'alert rules, and conversations of v1 and v2, have keys of their own',
    'it needs keys of each kind',
  ],
  ['R-2.4', 'one above a limit gets 409', CHANGES],
  ['R-2.6', 'an error of the platform gets 500', FAILURE],
  ['R-2.8', 'a failed monitoring backend gets 502', FAILURE],
  ['R-3.1', 'an account has at most ten alert rules and ten webhook endpoints', CHANGES],
  ['R-5.5', 'the behaviour text is kept as given', CHANGES],
  ['R-7.3', 'alert, no_data and unknown follow from the window of a rule', LATER],
  ['R-7.4', 'windows end at the evaluation', LATER],
  ['R-7.6', 'entering and leaving alert sends an event', LATER],
  ['R-8.5', 'the URL of a webhook endpoint leads to a public host', CHANGES],
  [
    'R-9.1',
    'an event is a POST of {id, type, created_at, data}',
    'it needs an address that your platform reaches',
  ],
  ['R-9.2', 'events are signed', 'it needs an address that your platform reaches'],
  ['R-9.5', 'failed events are repeated', 'it needs an address that your platform reaches'],
  [
    'R-9.7',
    'every attempt is signed with the present secret',
    'it needs an address that your platform reaches',
  ],
  [
    'R-9.8',
    'every attempt connects only to public addresses',
    'it needs an address that your platform reaches',
  ],
  ['R-10.6', 'client_env is live by default', LATER],
  ['R-10.7', 'a streaming project sends the same JSON in chunks', LATER],
  ['R-10.8', 'a project that hides transcripts has conversations without turns', LATER],
  ['R-10.12', 'turns are translated where the project says so', LATER],
  ['R-11.3', 'a recording is audio/wav, also one range of it', 'a chat has none (R-13.2)'],
  ['R-11.4', 'annotations of turns are kept', CHANGES],
  ['R-11.5', 'the note of a conversation is kept', CHANGES],
  ['R-13.1', 'texts are kept as given', CHANGES],
  ['R-15.1', 'POST of an outbound call returns call_sid', 'this command places no call'],
  ['R-15.2', 'to_number is E.164, or national with a country_code', 'this command places no call'],
  ['R-15.3', 'metadata has less than 26 KB', 'this command places no call'],
  ['R-16.2', 'bulk-delete takes 1 to 20 ids', CHANGES],
  ['R-18.1', 'POST of a debug chat begins one', CHANGES],
  ['R-18.2', 'debug chats answer with response and metadata', CHANGES],
  ['R-19.2', 'a session without a frame for ten minutes is over', TIME],
];

export const UNSEEN_CHECKS: readonly Check[] = UNSEEN.map(([rule, expects, why]) => ({
  rule,
  expects,
  judge: () => notTried(why),
}));
