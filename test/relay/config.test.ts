import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangesOf } from '../../src/base/address.ts';
import { describeIssue, parseConfig } from '../../src/relay/index.ts';

const SECRET = 'CNRY-connector-4f1d7c0a9b3e5d86';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const HASH = sha256('ySuwzNPSYtFbGI8kTBlxqQ1lsnJFGpDW');
const OTHER_HASH = sha256('uUd0sSPe3Q7bHnLw9rXk2cTzYvMa5Jgf');
const MINIMUM = {
  FOYER_MESSAGING_URL: 'https://messaging.us-1.platform.example',
  FOYER_CONNECTOR_TOKEN: SECRET,
  FOYER_HOST_IDENTIFIER: 'shop.example.com',
  FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
};
const PARSED = {
  profile: 'standard',
  port: 8080,
  listen: '127.0.0.1',
  socket: 'direct',
  carriers: ['direct', 'relay', 'poll'],
  storeUrl: 'memory:',
  storeKeys: [],
  insights: true,
  mcpChanges: false,
  adminKeys: [],
  consoleUsers: undefined,
  trustedProxies: [],
  certificates: { ca: undefined, client: undefined },
  drainMs: 30_000,
  maxConnections: 10_000,
  logLevel: 'info',
  sites: [
    {
      name: '',
      messagingUrl: 'https://messaging.us-1.platform.example',
      connectorToken: SECRET,
      hostIdentifier: 'shop.example.com',
      dialect: 'auto',
      allowedOrigins: [{ match: 'exact', origin: 'https://shop.example.com' }],
      chunkJoin: 'none',
      sendsDeviceType: false,
      visitorHealth: 1,
      verifiedContext: false,
      alertReceivers: [],
      timeZone: 'UTC',
      resumeBinding: 'auto',
      challenge: 'auto',
      base: undefined,
      platform: undefined,
      outbound: undefined,
      accountId: undefined,
      projectId: undefined,
      branchId: 'main',
      webhookSecrets: [],
      limits: {
        createByAddress: 10,
        createByOrigin: 6_000,
        resumeByAddress: 60,
        sessionByAddress: 60,
        socketsByAddress: 60,
        callsByActor: 10,
      },
      widget: { header: { text: 'Chat with us' }, default_locale: 'en' },
      handoffReasons: {},
      availability: {},
    },
  ],
};

const TOKEN_EXPECTED = 'the connector token, printable ASCII without spaces, at least 16 characters';

type Env = Record<string, string | undefined>;

const parse = (env: Env, files: Record<string, string> = {}) =>
  parseConfig(env, { read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined) });

/** The lines that an operator sees. */
function linesOf(env: Env, files?: Record<string, string>): string[] {
  const config = parse(env, files);
  return config.ok ? [] : config.error.map(describeIssue);
}

/** `check.integration.test.ts` compares the places in a branding file. */
const withoutPlace = (line: string) => line.replace(/ \(brand\.json:1:\d+\)$/, '');

describe('configuration', () => {
  it('requires four values and has defaults for the rest', () => {
    expect(parse(MINIMUM)).toEqual({ ok: true, value: PARSED });
  });

  it('reads every value from the environment', () => {
    const env = {
      FOYER_PORT: '0',
      FOYER_LISTEN: '::',
      FOYER_ADMIN_LISTEN: '[::1]:9090',
      FOYER_MESSAGING_URL: 'http://127.0.0.1:9000/eu/',
      FOYER_CONNECTOR_TOKEN: 'of-sixteen-chars',
      FOYER_HOST_IDENTIFIER: 'shop.example.com',
      FOYER_DIALECT: 'poly',
      FOYER_ALLOWED_ORIGINS: 'https://a.example , *.b.example,http://localhost:3000',
      FOYER_SOCKET: 'proxy',
      FOYER_CHUNK_JOIN: 'space',
      FOYER_SEND_DEVICE_TYPE: 'true',
      FOYER_VISITOR_HEALTH: '0.5',
      FOYER_VERIFIED_CONTEXT: 'on',
      FOYER_BASE_URL: 'https://api.us.platform.example/',
      FOYER_BASE_API_KEY: 'base-key',
      FOYER_PLATFORM_URL: 'https://api.us-1.platform.example',
      FOYER_PLATFORM_API_KEY: 'platform-key',
      FOYER_OUTBOUND_URL: 'https://calls.us-1.platform.example',
      FOYER_OUTBOUND_TOKEN: 'outbound-token',
      FOYER_ACCOUNT_ID: 'ACCOUNT-1',
      FOYER_PROJECT_ID: 'PROJECT-1',
      FOYER_BRANCH_ID: 'next',
      FOYER_ADMIN_KEYS: `desk:read:${HASH}:until=2027-01-31, ops:call+write+read:${OTHER_HASH.toUpperCase()}:ACCOUNT-1/p.1+A_2`,
      FOYER_CONSOLE_USER_HEADER: 'X-Forwarded-User',
      FOYER_CONSOLE_SCOPES: 'write+READ',
      FOYER_OIDC_ISSUER: 'https://login.example.com/tenant/',
      FOYER_OIDC_CLIENT_ID: 'foyer',
      FOYER_OIDC_CLIENT_SECRET: 'oidc-secret',
      FOYER_OIDC_REDIRECT_URL: 'https://console.example.com/console/oidc',
      FOYER_TIME_ZONE: 'Asia/Kolkata',
      FOYER_OIDC_GROUPS_CLAIM: 'cognito:groups',
      FOYER_OIDC_ACCESS: 'group:Chat ops:read+write, email:Ada@Example.com:PII,email:@example.com:read',
      FOYER_WEBHOOK_SECRETS: 'alerts:one-is-16-letter,alerts:two:three-is-long-too',
      FOYER_RESUME_BINDING: 'required',
      FOYER_CHALLENGE: 'always',
      FOYER_INSIGHTS: 'off',
      FOYER_MCP_CHANGES: 'on',
      FOYER_STORE_URL: 'rediss://:pass@redis:6379/1',
      FOYER_STORE_KEY: `${HASH},${HASH.toUpperCase()}`,
      FOYER_PUBLIC_URL: 'https://chat.example.com/eu/',
      FOYER_DRAIN_S: '0',
      FOYER_MAX_CONNECTIONS: '200',
      FOYER_TRUST_PROXY: 'loopback, 10.0.0.0/8,203.0.113.7,2001:db8::/32',
      FOYER_LIMIT_CREATE_PER_ADDRESS: '1',
      FOYER_LIMIT_CREATE_PER_ORIGIN: '1000000',
      FOYER_LIMIT_RESUME_PER_ADDRESS: '3',
      FOYER_LIMIT_STATUS_PER_ADDRESS: '4',
      FOYER_LIMIT_SOCKETS_PER_ADDRESS: '5',
      FOYER_LIMIT_CALLS_PER_KEY: '6',
      FOYER_CALL_PREFIXES: '+44, +4930',
      FOYER_CA_FILE: 'ca.pem',
      FOYER_CLIENT_CERT_FILE: 'client.pem',
      FOYER_CLIENT_KEY_FILE: 'client.key',
      FOYER_LOG_LEVEL: 'warn',
      FOYER_WIDGET_CONFIG: 'brand.json',
    };
    const widget = { header: { text: 'Ask us' }, default_locale: 'fr', accent: '#102030' };
    const files = {
      'brand.json': JSON.stringify({ ...widget, handoff_reasons: { refund: { en: 'Refund' } } }),
      'ca.pem': '-----BEGIN CERTIFICATE-----\n',
      'client.pem': '-----BEGIN CERTIFICATE-----\n',
      'client.key': '-----BEGIN PRIVATE KEY-----\n',
    };
    expect(parse(env, files)).toEqual({
      ok: true,
      value: {
        profile: 'standard',
        port: 0,
        listen: '::',
        adminListen: { listen: '::1', port: 9090 },
        socket: 'proxy',
        carriers: ['relay', 'poll'],
        storeUrl: 'rediss://:pass@redis:6379/1',
        storeKeys: [HASH, HASH],
        adminKeys: [
          {
            name: 'desk',
            scopes: ['read'],
            hash: HASH,
            bindings: undefined,
            expiresAt: Date.parse('2027-02-01T00:00:00Z'),
          },
          {
            name: 'ops',
            scopes: ['read', 'write', 'call'],
            hash: OTHER_HASH,
            bindings: [
              { account: 'ACCOUNT-1', project: 'p.1' },
              { account: 'A_2', project: undefined },
            ],
          },
        ],
        consoleUsers: { header: 'x-forwarded-user', scopes: ['read', 'write'] },
        insights: false,
        mcpChanges: true,
        oidc: {
          issuer: 'https://login.example.com/tenant/',
          clientId: 'foyer',
          clientSecret: 'oidc-secret',
          redirectUrl: 'https://console.example.com/console/oidc',
          groupsClaim: 'cognito:groups',
          access: [
            { claim: 'group', value: 'Chat ops', scopes: ['read', 'write'] },
            { claim: 'email', value: 'ada@example.com', scopes: ['pii'] },
            { claim: 'email', value: '@example.com', scopes: ['read'] },
          ],
        },
        certificates: {
          ca: '-----BEGIN CERTIFICATE-----\n',
          client: {
            certificate: '-----BEGIN CERTIFICATE-----\n',
            key: '-----BEGIN PRIVATE KEY-----\n',
          },
        },
        drainMs: 0,
        maxConnections: 200,
        trustedProxies: rangesOf('127.0.0.0/8', '::1', '10.0.0.0/8', '203.0.113.7', '2001:db8::/32'),
        logLevel: 'warn',
        sites: [
          {
            name: '',
            publicUrl: 'https://chat.example.com/eu',
            messagingUrl: 'http://127.0.0.1:9000/eu',
            connectorToken: 'of-sixteen-chars',
            hostIdentifier: 'shop.example.com',
            dialect: 'poly',
            allowedOrigins: [
              { match: 'exact', origin: 'https://a.example' },
              { match: 'subdomains', suffix: '.b.example' },
              { match: 'exact', origin: 'http://localhost:3000' },
            ],
            chunkJoin: 'space',
            sendsDeviceType: true,
            visitorHealth: 0.5,
            verifiedContext: true,
            timeZone: 'Asia/Kolkata',
            alertReceivers: [],
            resumeBinding: 'required',
            challenge: 'always',
            base: { url: 'https://api.us.platform.example', key: 'base-key' },
            platform: { url: 'https://api.us-1.platform.example', key: 'platform-key' },
            outbound: { url: 'https://calls.us-1.platform.example', key: 'outbound-token' },
            callPrefixes: ['+44', '+4930'],
            accountId: 'ACCOUNT-1',
            projectId: 'PROJECT-1',
            branchId: 'next',
            webhookSecrets: [
              { name: 'alerts', secret: 'one-is-16-letter' },
              { name: 'alerts', secret: 'two:three-is-long-too' },
            ],
            limits: {
              createByAddress: 1,
              createByOrigin: 1_000_000,
              resumeByAddress: 3,
              sessionByAddress: 4,
              socketsByAddress: 5,
              callsByActor: 6,
            },
            widget,
            handoffReasons: { refund: { en: 'Refund' } },
            availability: {},
          },
        ],
      },
    });
  });

  it('S-08: names all missing values together', () => {
    expect(linesOf({})).toEqual([
      'FOYER_MESSAGING_URL is missing; expected an https URL without credentials and query; http only on a loopback host',
      'FOYER_CONNECTOR_TOKEN is missing; expected the connector token, printable ASCII without spaces, at least 16 characters',
      'FOYER_HOST_IDENTIFIER is missing; expected the host registered with the connector, printable ASCII without spaces',
      'FOYER_ALLOWED_ORIGINS is missing; expected a comma-separated list of origins such as https://shop.example.com',
    ]);
  });

  it.each([
    ['FOYER_PORT', '65536', 'a port number from 0 to 65535'],
    ['FOYER_PORT', 'tcp://10.0.0.1:8080', 'a port number from 0 to 65535'],
    ['FOYER_PORT', '80a', 'a port number from 0 to 65535'],
    [
      'FOYER_LISTEN',
      'http://0.0.0.0',
      'an IP address or a host name, a port, or both, such as 0.0.0.0, 9090, 10.0.0.5:9090 or [::1]:9090',
    ],
    [
      'FOYER_MESSAGING_URL',
      'wss://messaging.us-1.platform.example/ws',
      'its address with https:// instead of wss://; the platform provides the address of the sockets',
    ],
    [
      'FOYER_HOST_IDENTIFIER',
      'https://shop.example.com',
      'the host registered with the connector, such as shop.example.com, and no URL',
    ],
    ['FOYER_DIALECT', 'polly', 'one of auto service poly'],
    ['FOYER_SOCKET', 'both', 'direct or proxy'],
    ['FOYER_CARRIERS', 'relay,pigeon', 'a comma-separated list of direct, relay, poll (entry 2 is not)'],
    ['FOYER_CHUNK_JOIN', 'newline', 'none or space'],
    ['FOYER_SEND_DEVICE_TYPE', 'yes', 'true or false'],
    ['FOYER_RESUME_BINDING', 'yes', 'one of auto required off'],
    ['FOYER_STORE_URL', 'CNRY-pass@redis', 'memory: or an address such as redis://host:6379'],
    ['FOYER_STORE_URL', 'redis://', 'memory: or an address such as redis://host:6379'],
    ['FOYER_PROJECT_ID', '../CNRY', 'letters, digits, dots, hyphens and underscores'],
    ...['0', '-1', '1.5', '1000001', '9'.repeat(400), 'ten', '١٠'].map((value) => [
      'FOYER_LIMIT_RESUME_PER_ADDRESS',
      value,
      'the number of resumes of one address a minute, from 1 to 1000000',
    ]),
    ...['0', '-1', '1000001', 'ten'].map((value) => [
      'FOYER_MAX_CONNECTIONS',
      value,
      'a number of connections from 1 to 1000000',
    ]),
    ...['-1', '301', '1.5', 'ten'].map((value) => [
      'FOYER_DRAIN_S',
      value,
      'a number of seconds from 0 to 300',
    ]),
    ['FOYER_INSIGHTS', 'yes', 'on or off'],
    ['FOYER_MCP_CHANGES', 'yes', 'on or off'],
    ['FOYER_LOG_LEVEL', 'loud', 'one of trace debug info warn error fatal silent'],
    ['FOYER_CONNECTOR_TOKEN', 'CNRY-15-letters', TOKEN_EXPECTED],
    ['FOYER_CONNECTOR_TOKEN', 'CNRY two words in all', TOKEN_EXPECTED],
    ['FOYER_CONNECTOR_TOKEN', 'CNRY-long-enough\r\nX-Evil: 1', TOKEN_EXPECTED],
    [
      'FOYER_HOST_IDENTIFIER',
      'shop\nexample',
      'the host registered with the connector, printable ASCII without spaces',
    ],
    ['FOYER_WIDGET_CONFIG', 'nowhere.json', 'the path of a readable JSON file'],
  ])('S-08: refuses %s=%j in one line that does not repeat it', (key, value, expected) => {
    expect(linesOf({ ...MINIMUM, [key]: value })).toEqual([`${key} is malformed; expected ${expected}`]);
  });

  it.each([
    'http://messaging.platform.example',
    'messaging.platform.example',
    'https://user:CNRY-pass@messaging.platform.example',
    'https://messaging.platform.example?key=CNRY',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1:9000',
    'https://',
  ])('refuses the messaging URL %s', (url) => {
    expect(linesOf({ ...MINIMUM, FOYER_MESSAGING_URL: url })).toEqual([
      'FOYER_MESSAGING_URL is malformed; expected an https URL without credentials and query; http only on a loopback host',
    ]);
  });

  it.each([
    ['read', 'no name'],
    ['desk:read:CNRY-key-itself', 'no hash'],
    [`desk::${HASH}`, 'no scope'],
    [`desk:admin:${HASH}`, 'an unknown scope'],
    [`desk:read:${HASH}:`, 'an empty binding'],
    [`desk:read:${HASH}:A/`, 'an empty project'],
    [`desk:read:${HASH}:A/P+`, 'an empty account'],
    [`desk:read:${HASH}:A/P/Q`, 'three ids'],
    [`desk:read:${HASH}:A/../Q`, 'an id of dots'],
  ])('S-08: refuses the admin key %s: %s', (entry) => {
    expect(linesOf({ ...MINIMUM, FOYER_ADMIN_KEYS: `desk:read:${HASH},${entry}` })).toEqual([
      'FOYER_ADMIN_KEYS is malformed; expected entries of name:scopes:hash, the scopes of read, write, call and pii joined ' +
        'with +, the hash the SHA-256 of the key in 64 hexadecimal digits; to bind a key, :account/project follows, ' +
        'several joined with +; :until=2027-01-31 is its last day (entry 2 is not)',
    ]);
  });

  it('refuses two entries with one key, because the audit could not tell them apart', () => {
    const keys = `desk:read:${HASH},ops:write:${HASH.toUpperCase()}`;
    expect(linesOf({ ...MINIMUM, FOYER_ADMIN_KEYS: keys })).toEqual([
      'FOYER_ADMIN_KEYS is malformed; expected another key for each entry: desk and ops have the same',
    ]);
  });

  const GUESSABLE = [
    'your-connector-token',
    'replace-with-your-token',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    '1234567890123456',
    'abcdefghijklmnopqrstuvwxyz',
    'passwordpassword',
    'Secret-Token-Secret-1',
    'changeme-changeme-changeme',
    'qwertyuiopasdfgh',
    'abababababababab',
  ];

  it.each(GUESSABLE)('S-110: refuses the guessable secret %s', (secret) => {
    expect(linesOf({ ...MINIMUM, FOYER_CONNECTOR_TOKEN: secret })).toEqual([
      'FOYER_CONNECTOR_TOKEN is malformed; expected a connector token that nobody can guess; make a new one at the platform',
    ]);
    expect(linesOf({ ...MINIMUM, FOYER_WEBHOOK_SECRETS: `other:CNRY-16-letters-,alerts:${secret}` })).toEqual(
      [
        'FOYER_WEBHOOK_SECRETS is malformed; expected secrets that nobody can guess; rotate this one at the platform (entry 2 is not)',
      ],
    );
  });

  it('S-110: takes random secrets of every common alphabet', () => {
    const alphabets = [
      '0123456789abcdef',
      'abcdefghijklmnopqrstuvwxyz234567',
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz-_',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...alphabets),
        fc
          .array(fc.nat(), { minLength: 32, maxLength: 64 })
          .filter((item) => new Set(item.map((nth) => nth % 16)).size > 8),
        (alphabet, digits) => {
          const secret = digits.map((nth) => alphabet[nth % alphabet.length]).join('');
          fc.pre(!/(.)\1/.test(secret));
          expect(linesOf({ ...MINIMUM, FOYER_WEBHOOK_SECRETS: `alerts:${secret}` })).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    'redis://redis:6379',
    'redis://:CNRY-pass@10.0.0.7:6379/1',
    'redis://localhost.example.com',
    'redis://127.0.0.1.example.com',
    'redis://[fd00::1]:6379',
  ])('S-112: refuses the Redis %s on another machine without TLS', (url) => {
    expect(linesOf({ ...MINIMUM, FOYER_STORE_URL: url })).toEqual([
      'FOYER_STORE_URL is malformed; expected rediss:// for a Redis on another machine: redis:// sends access tokens unencrypted',
    ]);
  });

  it.each([
    'rediss://redis:6379',
    'redis://localhost:6379',
    'redis://:CNRY-pass@127.0.0.1:6379/1',
    'redis://127.0.0.2',
    'redis://[::1]:6379',
    'memory:',
  ])('S-112: takes the store %s', (url) => {
    expect(linesOf({ ...MINIMUM, FOYER_STORE_URL: url })).toEqual([]);
  });

  it.each(['alerts:CNRY-15-letters', 'alerts:', 'alerts:two words that are long'])(
    'refuses the webhook secret %s',
    (entry) => {
      const env = { ...MINIMUM, FOYER_WEBHOOK_SECRETS: `other:CNRY-16-letters-,${entry}` };
      expect(linesOf(env)).toEqual([
        'FOYER_WEBHOOK_SECRETS is malformed; expected entries of name:secret, printable ASCII without spaces, ' +
          'each secret at least 16 characters (entry 2 is not)',
      ]);
    },
  );

  it.each([
    '0.0.0.0/0',
    '::/0',
    '128.0.0.0/1',
    '8.0.0.0/7',
    '2000::/3',
    '2600::/8',
    '::ffff:0:0/96',
    '::/64',
  ])('refuses to trust %s as a range of proxies', (entry) => {
    expect(linesOf({ ...MINIMUM, FOYER_TRUST_PROXY: `10.0.0.0/8,fe80::/10,${entry}` })).toEqual([
      'FOYER_TRUST_PROXY is malformed; expected IP addresses, ranges such as 10.0.0.0/8, or loopback; ' +
        'a range that visitors come from is refused (entry 3 is not)',
    ]);
  });

  it.each(['*.co.uk', 'https://*.GitHub.io', '*.com.au:8443', '*.foo.ck', '*.xn--55qx5d.cn'])(
    'refuses the origins %s, under which anybody can register a name',
    (entry) => {
      expect(linesOf({ ...MINIMUM, FOYER_ALLOWED_ORIGINS: `*.example.co.uk,${entry}` })).toEqual([
        'FOYER_ALLOWED_ORIGINS is malformed; expected https origins such as https://shop.example.com or ' +
          '*.example.com, or http on a loopback host; a suffix under which anybody can register a name, ' +
          'such as *.co.uk, is refused (entry 2 is not)',
      ]);
    },
  );

  it.each(['proxy.example', '10.0.0.0/33', 'private', '*'])('refuses the proxy %s', (entry) => {
    expect(linesOf({ ...MINIMUM, FOYER_TRUST_PROXY: `loopback,${entry}` })).toEqual([
      'FOYER_TRUST_PROXY is malformed; expected IP addresses, ranges such as 10.0.0.0/8, or loopback (entry 2 is not)',
    ]);
  });

  it.each([
    'Cookie',
    'X-Forwarded-For',
    'X-Request-Id',
    'X-Real-IP',
    'Sec-Fetch-User',
    'user',
    'a header',
    ''.padEnd(65, 'x'),
  ])('refuses the header %j for the names of people, unless it has no other use', (header) => {
    const lines = linesOf({
      ...MINIMUM,
      FOYER_TRUST_PROXY: 'loopback',
      FOYER_CONSOLE_USER_HEADER: header,
    });
    expect(lines).toEqual(
      header === 'user'
        ? []
        : [
            'FOYER_CONSOLE_USER_HEADER is malformed; expected the name of a header that the proxy sets, such as X-Forwarded-User, and that has no other use',
          ],
    );
  });

  it('S-117: requires a trusted proxy for the names of people, and names for their scopes', () => {
    expect(linesOf({ ...MINIMUM, FOYER_CONSOLE_USER_HEADER: 'x-user' })).toEqual([
      'FOYER_TRUST_PROXY is missing; expected IP addresses, ranges such as 10.0.0.0/8, or loopback, since FOYER_CONSOLE_USER_HEADER is set',
    ]);
    const scopes = (text: string) => linesOf({ ...MINIMUM, FOYER_CONSOLE_SCOPES: text })[0];
    expect([scopes('read'), scopes('read,write')]).toEqual([
      'FOYER_CONSOLE_USER_HEADER is missing; expected the name of a header that the proxy sets, such as X-Forwarded-User, and that has no other use, since FOYER_CONSOLE_SCOPES is set',
      'FOYER_CONSOLE_SCOPES is malformed; expected scopes of read, write, call, pii, joined with +',
    ]);
  });

  it('requires all of an OpenID provider that it cannot do without', () => {
    const FOYER_OIDC_ISSUER = 'https://login.example.com';
    expect(linesOf({ ...MINIMUM, FOYER_OIDC_ISSUER }).map((line) => line.split(' ')[0])).toEqual([
      'FOYER_OIDC_CLIENT_ID',
      'FOYER_OIDC_REDIRECT_URL',
      'FOYER_OIDC_ACCESS',
    ]);
  });

  it.each([
    ['FOYER_OIDC_ISSUER', 'http://login.example.com'],
    ['FOYER_OIDC_REDIRECT_URL', 'https://console.example.com/'],
    ['FOYER_OIDC_ACCESS', 'group:ops:admin'],
    ['FOYER_OIDC_ACCESS', 'role:ops:read'],
    ['FOYER_OIDC_ACCESS', 'email:ada:read'],
  ])('refuses %s=%s', (key, value) => {
    const env = {
      FOYER_OIDC_ISSUER: 'https://login.example.com',
      FOYER_OIDC_CLIENT_ID: 'foyer',
      FOYER_OIDC_REDIRECT_URL: 'https://console.example.com/console/oidc',
      FOYER_OIDC_ACCESS: 'group:ops:read',
    };
    const lines = linesOf({ ...MINIMUM, ...env, [key]: value });
    expect(lines.map((line) => line.split(' ')[0])).toEqual([key]);
  });

  it('requires a certificate and its key together, in readable files of PEM', () => {
    const PEM = '-----BEGIN CERTIFICATE-----\n';
    const files = { 'client.pem': PEM, 'not.key': PEM };
    const ofKey = 'the path of a readable PEM file with the key of that certificate';
    const ofCa = 'the path of a readable PEM file with certificates of authorities';
    expect(linesOf({ ...MINIMUM, FOYER_CLIENT_CERT_FILE: 'client.pem' }, files)).toEqual([
      `FOYER_CLIENT_KEY_FILE is missing; expected ${ofKey}, since FOYER_CLIENT_CERT_FILE is set`,
    ]);
    const FOYER_CLIENT_KEY_FILE = 'not.key';
    const env = { ...MINIMUM, FOYER_CLIENT_CERT_FILE: 'client.pem', FOYER_CLIENT_KEY_FILE };
    expect(linesOf({ ...env, FOYER_CA_FILE: 'nowhere.pem' }, files)).toEqual([
      `FOYER_CA_FILE is malformed; expected ${ofCa}`,
      `FOYER_CLIENT_KEY_FILE is malformed; expected ${ofKey}`,
    ]);
  });

  it('requires address and key of a host together', () => {
    expect(
      linesOf({ ...MINIMUM, FOYER_BASE_API_KEY: SECRET, FOYER_OUTBOUND_URL: 'https://calls.us-1.example' }),
    ).toEqual([
      'FOYER_BASE_URL is missing; expected an https URL without credentials and query; http only on a loopback host, since FOYER_BASE_API_KEY is set',
      'FOYER_OUTBOUND_TOKEN is missing; expected the token for outbound calls, printable ASCII without spaces, since FOYER_OUTBOUND_URL is set',
    ]);
  });

  it.each([
    ['FOYER_BASE_URL', 'FOYER_BASE_API_KEY', 'https://api.platform.example'],
    ['FOYER_PLATFORM_URL', 'FOYER_PLATFORM_API_KEY', 'https://api.platform.example'],
  ])('refuses %s without a region of its family in the host', (key, keyOfIt, url) => {
    const lines = linesOf({ ...MINIMUM, [key]: url, [keyOfIt]: SECRET });
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^${key} is malformed; expected .* begins with its region: us, uk, eu`),
      ),
    ]);
  });

  it('says which origin of the list is invalid', () => {
    expect(linesOf({ ...MINIMUM, FOYER_ALLOWED_ORIGINS: 'https://a.example,*' })).toEqual([
      'FOYER_ALLOWED_ORIGINS is malformed; expected https origins such as https://shop.example.com or ' +
        '*.example.com, or http on a loopback host; a bare * is refused (entry 2 is not)',
    ]);
  });

  it('treats an empty value as not set', () => {
    const { FOYER_CONNECTOR_TOKEN: _, ...rest } = MINIMUM;
    expect(linesOf({ ...rest, FOYER_CONNECTOR_TOKEN: '', FOYER_PORT: '' })).toEqual([
      'FOYER_CONNECTOR_TOKEN is missing; expected the connector token, printable ASCII without spaces, at least 16 characters',
    ]);
  });

  it('reads foyer.config.json with numbers and lists; the environment takes precedence', () => {
    const file = {
      ...MINIMUM,
      FOYER_PORT: 9090,
      FOYER_ALLOWED_ORIGINS: ['https://shop.example.com'],
      FOYER_LOG_LEVEL: 'debug',
    };
    const config = parse({ FOYER_LOG_LEVEL: 'error' }, { 'foyer.config.json': JSON.stringify(file) });
    expect(config).toEqual({ ok: true, value: { ...PARSED, port: 9090, logLevel: 'error' } });
  });

  it.each(['[]', 'null', '"text"'])('refuses a foyer.config.json of %s', (text) => {
    expect(linesOf({}, { 'foyer.config.json': text })).toEqual([
      'foyer.config.json is malformed; expected a JSON object of FOYER_ keys, each with a string, a number or a list of strings',
    ]);
  });

  it('names each key of foyer.config.json whose value is no text, and misses none that may be in it', () => {
    const file = { FOYER_PORT: null, FOYER_DRAIN_S: { a: 1 }, FOYER_LOG_LEVEL: 'info', 'A\n': true };
    expect(linesOf({}, { 'foyer.config.json': JSON.stringify(file) })).toEqual([
      'foyer.config.json: A? is unknown; expected a documented key',
      ...['FOYER_PORT', 'FOYER_DRAIN_S', 'A?'].map(
        (key) => `foyer.config.json: ${key} is malformed; expected a string, a number or a list of strings`,
      ),
    ]);
  });

  it.each([
    ['FOYER_PROT', 'FOYER_PORT'],
    ['FOYER_PORT_FILE', 'FOYER_PORT'],
    ['FOYER_ALLOWED_ORIGIN', 'FOYER_ALLOWED_ORIGINS'],
    ['FOYER_CONECTOR_TOKEN_FILE', 'FOYER_CONNECTOR_TOKEN_FILE'],
    ['FOYER_ADMIN_KEY', 'FOYER_ADMIN_KEYS'],
    ['FOYER_account_id', 'FOYER_ACCOUNT_ID'],
  ])('S-08: refuses the unknown key %s and names %s, in the environment and in the file', (key, nearest) => {
    const line = `${key} is unknown; expected ${nearest} or another documented key`;
    const file = JSON.stringify({ [key]: 'CNRY' });
    expect(linesOf({ ...MINIMUM, [key]: 'CNRY' })).toEqual([line]);
    expect(linesOf(MINIMUM, { 'foyer.config.json': file })).toEqual([`foyer.config.json: ${line}`]);
  });

  it('names an unknown key beside an issue with a key that begins like it', () => {
    expect(linesOf({ ...MINIMUM, FOYER_PORT: 'no', FOYER_PORTS: '1' })).toEqual([
      'FOYER_PORT is malformed; expected a port number from 0 to 65535',
      'FOYER_PORTS is unknown; expected FOYER_PORT or another documented key',
    ]);
  });

  it.each([
    ['9090', { listen: '127.0.0.1', port: 9090 }],
    ['10.0.0.5:0', { listen: '10.0.0.5', port: 0 }],
    ['admin.internal:9090', { listen: 'admin.internal', port: 9090 }],
    ['[::]:9090', { listen: '::', port: 9090 }],
  ])('reads %s as an address and a port to listen on', (text, expected) => {
    const config = parse({ ...MINIMUM, FOYER_ADMIN_LISTEN: text });
    expect(config.ok && config.value.adminListen).toEqual(expected);
  });

  it.each([
    ['0.0.0.0:8080', '0.0.0.0', 8080],
    ['9090', '127.0.0.1', 9090],
    ['[::1]:9090', '::1', 9090],
    ['[::1]', '::1', 8080],
    ['::', '::', 8080],
    ['relay.internal', 'relay.internal', 8080],
  ])(
    'reads %s for the one listener as for the other, where the port may be left out',
    (text, listen, port) => {
      const config = parse({ ...MINIMUM, FOYER_LISTEN: text });
      expect(config.ok && config.value).toMatchObject({ listen, port });
    },
  );

  it('orders the carriers by their quality, and leaves out sockets to the platform in proxy mode', () => {
    const carriersOf = (env: Record<string, string>) => {
      const config = parse({ ...MINIMUM, ...env });
      return config.ok && [config.value.socket, config.value.carriers];
    };
    expect([
      carriersOf({ FOYER_CARRIERS: 'poll, direct' }),
      carriersOf({ FOYER_CARRIERS: 'poll,relay' }),
      carriersOf({ FOYER_CARRIERS: 'direct,poll', FOYER_SOCKET: 'proxy' }),
      linesOf({ ...MINIMUM, FOYER_CARRIERS: 'direct', FOYER_SOCKET: 'proxy' }),
    ]).toEqual([
      ['direct', ['direct', 'poll']],
      ['proxy', ['relay', 'poll']],
      ['proxy', ['poll']],
      ['FOYER_CARRIERS is malformed; expected a list with relay or poll, since FOYER_SOCKET is proxy'],
    ]);
  });

  it('refuses a port that is given twice', () => {
    expect(linesOf({ ...MINIMUM, FOYER_LISTEN: '0.0.0.0:9090', FOYER_PORT: '8080' })).toEqual([
      'FOYER_PORT is malformed; expected no value here, since FOYER_LISTEN names a port',
    ]);
    expect(linesOf({ ...MINIMUM, FOYER_LISTEN: ':9090' })).toHaveLength(1);
  });

  it.each([
    ['8080', '8080'],
    ['0.0.0.0:9090', '10.0.0.5:9090'],
    ['10.0.0.5:9090', '[::]:9090'],
  ])('refuses one port for visitors at %s and for operators at %s', (visitors, operators) => {
    expect(linesOf({ ...MINIMUM, FOYER_LISTEN: visitors, FOYER_ADMIN_LISTEN: operators })).toEqual([
      'FOYER_ADMIN_LISTEN is malformed; expected another port than that of visitors',
    ]);
  });

  it('accepts one port at two addresses, and any free port twice', () => {
    const isAccepted = (visitors: string, operators: string) =>
      parse({ ...MINIMUM, FOYER_LISTEN: visitors, FOYER_ADMIN_LISTEN: operators }).ok;
    expect([isAccepted('127.0.0.1:9090', '10.0.0.5:9090'), isAccepted('0', '0')]).toEqual([true, true]);
  });

  it.each(['"', "'"])('refuses values in quotes %s, which files of variables keep', (quote) => {
    const quoted = (value: string | undefined) => `${quote}${value}${quote}`;
    const env = {
      ...MINIMUM,
      FOYER_HOST_IDENTIFIER: quoted(MINIMUM.FOYER_HOST_IDENTIFIER),
      FOYER_CONNECTOR_TOKEN: quoted(MINIMUM.FOYER_CONNECTOR_TOKEN),
      FOYER_LOG_LEVEL: quoted('info'),
    };
    expect(linesOf(env).sort()).toEqual(
      ['FOYER_CONNECTOR_TOKEN', 'FOYER_HOST_IDENTIFIER', 'FOYER_LOG_LEVEL'].map(
        (key) => `${key} is malformed; expected its value without the quotes around it`,
      ),
    );
  });

  it.each([
    ['FOYER_HOST', 'FOYER_LISTEN'],
    ['FOYER_TOKEN', 'FOYER_CONNECTOR_TOKEN'],
    ['FOYER_REDIS_URL', 'FOYER_STORE_URL'],
    ['FOYER_CORS_ORIGINS', 'FOYER_ALLOWED_ORIGINS'],
  ])('names the key for %s, as other programs call it', (name, key) => {
    expect(linesOf({ ...MINIMUM, [name]: 'CNRY' })).toEqual([
      `${name} is unknown; expected ${key} or another documented key`,
    ]);
  });

  it.each(['10.0.0.5', '::1:9090', '[10.0.0.5:1', ':9090', '65536', '10.0.0.5:65536', 'http://a:1'])(
    'takes %s for no address and port',
    (text) => {
      expect(linesOf({ ...MINIMUM, FOYER_ADMIN_LISTEN: text })).toEqual([
        'FOYER_ADMIN_LISTEN is malformed; expected a port, or an address and a port such as 10.0.0.5:9090 or [::1]:9090',
      ]);
    },
  );

  it('names an unknown key in one line whatever it contains', () => {
    expect(linesOf({ ...MINIMUM, [`FOYER_A\nB${'x'.repeat(100_000)}`]: '1' })).toEqual([
      `FOYER_A?B${'x'.repeat(55)} is unknown; expected a documented key`,
    ]);
  });

  it.each(['FOYER_FOO', 'FOYER_COLOUR', 'FOYER_SERVICE_HOST'])(
    'suggests no key for %s, because it resembles none',
    (key) => {
      expect(linesOf({ ...MINIMUM, [key]: '1' })).toEqual([`${key} is unknown; expected a documented key`]);
    },
  );

  it('accepts variables of other programs and of the other commands', () => {
    const env = {
      PATH: '/bin',
      FOYERS: '1',
      FOYER_PROT: '',
      FOYER_CONTROL_KEY: 'key',
      FOYER_AGENT_MODEL: 'm',
      FOYER_AGENT_URL: 'http://127.0.0.1',
      FOYER_AGENT_PROTOCOL: 'responses',
      FOYER_AGENT_KEY_FILE: '/run/secrets/agent',
    };
    const model = {
      FOYER_AGENT_MODEL_URL: 'http://127.0.0.1',
      FOYER_AGENT_MODEL_KEY_FILE: '/run/secrets/model',
    };
    expect(linesOf({ ...MINIMUM, ...env, ...model })).toEqual([]);
  });

  it('reads a secret from a separate file, without the line break', () => {
    const { FOYER_CONNECTOR_TOKEN: _, ...rest } = MINIMUM;
    const env = { ...rest, FOYER_CONNECTOR_TOKEN_FILE: '/run/secrets/connector' };
    expect(parse(env, { '/run/secrets/connector': `${SECRET}\n` })).toEqual({ ok: true, value: PARSED });
  });

  it('prefers a secret in the environment to a secret file named in the configuration file', () => {
    const file = '{"FOYER_CONNECTOR_TOKEN_FILE":"/nowhere"}';
    expect(parse(MINIMUM, { 'foyer.config.json': file })).toEqual({ ok: true, value: PARSED });
  });

  it.each([{}, { '/run/secret': ' \n' }])('refuses a secret file that is missing or empty', (files) => {
    const { FOYER_CONNECTOR_TOKEN: _, ...rest } = MINIMUM;
    expect(linesOf({ ...rest, FOYER_CONNECTOR_TOKEN_FILE: '/run/secret' }, files)).toEqual([
      'FOYER_CONNECTOR_TOKEN_FILE is malformed; expected the path of a readable file with one line',
    ]);
  });

  it('refuses a secret that is given both as a value and as a file', () => {
    expect(linesOf({ ...MINIMUM, FOYER_CONNECTOR_TOKEN_FILE: '/run/secret' })).toEqual([
      'FOYER_CONNECTOR_TOKEN is malformed; expected a value here or in FOYER_CONNECTOR_TOKEN_FILE, not both',
    ]);
  });

  it('says which field of the branding file is invalid', () => {
    const brand = {
      header: { image: 'http://cdn.example/CNRY.png' },
      starters: { en: ['1', '2', '3', '4', '5', '6'] },
      policies: { place: 'CNRY' },
      handoff_routes: { '*': { label: { en: 'Call' }, url: 'javascript:CNRY' } },
    };
    const env = { ...MINIMUM, FOYER_WIDGET_CONFIG: 'brand.json' };
    expect(linesOf(env, { 'brand.json': JSON.stringify(brand) }).map(withoutPlace)).toEqual([
      'FOYER_WIDGET_CONFIG.header.text is malformed; expected string, received undefined',
      'FOYER_WIDGET_CONFIG.header.image is malformed; expected an https URL',
      'FOYER_WIDGET_CONFIG.starters.en is malformed; expected array to have <=5 items',
      'FOYER_WIDGET_CONFIG.default_locale is malformed; expected string, received undefined',
      'FOYER_WIDGET_CONFIG.policies.place is malformed; expected one of "menu"|"composer"',
      'FOYER_WIDGET_CONFIG.handoff_routes.*.url is malformed; expected an https URL, tel: with a number, or mailto: with an address',
    ]);
  });

  it('names each unknown key of the branding file, with the nearest known one', () => {
    const brand = {
      header: { text: 'Shop', imgae: 'CNRY' },
      default_locale: 'en',
      acent: 'CNRY',
      logo: 'CNRY',
      imageHosts: ['CNRY'],
      handoff_routes: { billing: { labels: {}, label: { en: 'Call' }, url: 'tel:112' } },
      policies: { place: 'CNRY', privacy: 'CNRY' },
      strings: { en: { retyr: 'CNRY', send: 'Go' }, 'de-AT': { hello: 'CNRY' } },
      [`a\nb${'x'.repeat(100_000)}`]: 1,
    };
    const env = { ...MINIMUM, FOYER_WIDGET_CONFIG: 'brand.json' };
    expect(linesOf(env, { 'brand.json': JSON.stringify(brand) }).map(withoutPlace)).toEqual([
      'FOYER_WIDGET_CONFIG.header.imgae is unknown; expected image or another documented key',
      'FOYER_WIDGET_CONFIG.policies.place is malformed; expected one of "menu"|"composer"',
      'FOYER_WIDGET_CONFIG.policies.privacy is unknown; expected a documented key',
      'FOYER_WIDGET_CONFIG.handoff_routes.billing.labels is unknown; expected label or another documented key',
      'FOYER_WIDGET_CONFIG.strings.en.retyr is unknown; expected retry or another documented key',
      'FOYER_WIDGET_CONFIG.strings.de-AT.hello is unknown; expected a documented key',
      'FOYER_WIDGET_CONFIG.acent is unknown; expected accent or another documented key',
      'FOYER_WIDGET_CONFIG.logo is unknown; expected a documented key',
      'FOYER_WIDGET_CONFIG.imageHosts is unknown; expected image_hosts or another documented key',
      `FOYER_WIDGET_CONFIG.a?b${'x'.repeat(61)} is unknown; expected a documented key`,
    ]);
  });

  it('refuses a foyer.config.json that cannot be read, and knows no settings of an absent one', () => {
    const linesWith = (isThere: boolean) => {
      const config = parseConfig(MINIMUM, { read: () => undefined, isThere: () => isThere });
      return config.ok ? [] : config.error.map(describeIssue);
    };
    expect([linesWith(true), linesWith(false)]).toEqual([
      ['foyer.config.json is malformed; expected a file that the relay may read'],
      [],
    ]);
  });

  it('names the place of a syntax error in the branding file and in foyer.config.json', () => {
    const text = '{\n  "header": { "text": "CNRY" }\n  "accent": "CNRY"\n}';
    const env = { ...MINIMUM, FOYER_WIDGET_CONFIG: 'brand.json' };
    expect(linesOf(env, { 'brand.json': text })).toEqual([
      'FOYER_WIDGET_CONFIG is malformed; expected JSON (syntax error in line 3, column 3) (brand.json)',
    ]);
    expect(linesOf(MINIMUM, { 'foyer.config.json': text })).toEqual([
      'foyer.config.json is malformed; expected JSON (syntax error in line 3, column 3)',
    ]);
  });

  it.each([
    ['https://shop.example/contact', true],
    ['tel:+4930123456', true],
    ['tel:+49 (30) 123-456', true],
    ['tel:112', true],
    ['mailto:help@shop.example', true],
    ['mailto:help@shop.example?subject=Order', true],
    ['tel:', false],
    ['tel:12', false],
    ['tel:+49;phone-context=1', false],
    ['mailto:', false],
    ['mailto:help', false],
    ['sms:+4930123456', false],
    ['http://shop.example/contact', false],
  ])('takes %s as the route of a handoff: %s (contract §9)', (url, isTaken) => {
    const brand = {
      header: { text: 'Shop' },
      default_locale: 'en',
      handoff_routes: { '*': { label: { en: 'Call us' }, url } },
    };
    const env = { ...MINIMUM, FOYER_WIDGET_CONFIG: 'brand.json' };
    expect(parse(env, { 'brand.json': JSON.stringify(brand) }).ok).toBe(isTaken);
  });

  it('an issue never repeats a value', () => {
    const env = Object.fromEntries(
      [
        ...Object.keys(MINIMUM),
        'FOYER_PORT',
        'FOYER_LISTEN',
        'FOYER_DIALECT',
        'FOYER_SOCKET',
        'FOYER_STORE_URL',
      ]
        .concat(['FOYER_LOG_LEVEL', 'FOYER_WIDGET_CONFIG'])
        .map((key) => [key, `CNRY ${key}`]),
    );
    const lines = linesOf(env);
    expect(lines).toHaveLength(11);
    expect(lines.filter((line) => line.includes('CNRY'))).toEqual([]);
  });
});
