import type { HeaderIssue } from '../../base/request-headers.ts';

/** A refused call: an HTTP status and the platform's text. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Refusals of token calls, session calls (M-2.6 to M-2.10) and handshakes (M-3.4 to M-3.7), and refusals of any HTTP host. */
export const REFUSALS = {
  missingHeaders: { status: 401, text: 'Missing authentication headers' },
  unknownConnector: { status: 401, text: 'Connector token does not exist' },
  connectorWithoutHost: { status: 401, text: 'Connector missing host domain' },
  foreignHost: { status: 401, text: 'Failed to validate connector' },
  tokenFailed: { status: 500, text: 'Failed to create access token' },

  missingToken: { status: 400, text: 'Missing access token' },
  unreadableBody: { status: 400, text: 'Error parsing request' },
  invalidToken: { status: 401, text: 'Invalid access token' },
  sessionFailed: { status: 500, text: 'Failed to create session' },

  refusedContext: { status: 422, text: 'Invalid context token' },

  badParameters: { status: 400, text: 'Invalid connection parameters' },
  authenticationFailed: { status: 401, text: 'Authentication failed' },
  foreignToken: { status: 401, text: "Authentication failed: the access token doesn't match the session" },
  noSession: { status: 404, text: 'Session not found or expired' },
  tooManyConnections: { status: 429, text: 'Too many connections for this session' },

  noRoute: { status: 404, text: 'Not found' },
  wrongMethod: { status: 405, text: 'Method not allowed' },
  bodyTooLarge: { status: 413, text: 'Request body too large' },
  headersTooLarge: { status: 431, text: 'Request headers too large' },
  severalHosts: { status: 400, text: 'Expected one Host header' },
  noHost: { status: 400, text: 'Missing Host header' },
  upgradeRequired: { status: 426, text: 'Upgrade required' },
  internal: { status: 500, text: 'Internal server error' },
} as const satisfies Record<string, Refusal>;

/** S-93: refusals of requests with too many or ambiguous headers. */
export const HEADER_REFUSALS = {
  'too-many': REFUSALS.headersTooLarge,
  'several-hosts': REFUSALS.severalHosts,
  'no-host': REFUSALS.noHost,
} as const satisfies Record<HeaderIssue, Refusal>;

/** The JSON body of a refusal. M-2.5: clients read the text from `error` or from `message`, so both are sent. */
export const refusalBody = ({ text }: Refusal): string => JSON.stringify({ error: text, message: text });
