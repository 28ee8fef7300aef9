import type { Family } from './keys.ts';

/** A refused call: an HTTP status with the platform's own words. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Every refusal of messaging §2 and §3, and the ordinary ones of HTTP. */
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

  badParameters: { status: 400, text: 'Invalid connection parameters' },
  foreignToken: { status: 401, text: 'Authentication failed' },
  noSession: { status: 404, text: 'Session not found or expired' },
  tooManyConnections: { status: 429, text: 'Too many connections for this session' },

  noRoute: { status: 404, text: 'Not found' },
  wrongMethod: { status: 405, text: 'Method not allowed' },
  bodyTooLarge: { status: 413, text: 'Request body too large' },
  headersTooLarge: { status: 431, text: 'Request headers too large' },
  severalHosts: { status: 400, text: 'Expected one Host header' },
  upgradeRequired: { status: 426, text: 'Upgrade required' },
  internal: { status: 500, text: 'Internal server error' },
} as const satisfies Record<string, Refusal>;

/** Of requests whose headers cannot be taken as they came (S-93). */
export const UNFIT_HEADERS = {
  'too-many': REFUSALS.headersTooLarge,
  'several-hosts': REFUSALS.severalHosts,
} as const satisfies Record<string, Refusal>;

/** The body of a refusal. spec messaging §2: the text stands in `error` or in `message`; here in both. */
export const refusalBody = ({ text }: Refusal): string => JSON.stringify({ error: text, message: text });

/** The calls that can be told to fail: those of the messaging host, and any call of the other families. */
export type Call = 'access-token' | 'sessions' | 'handshake' | Family;
