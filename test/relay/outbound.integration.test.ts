import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Certificate, createCA, createCert } from 'mkcert';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RelayConfig } from '../../src/relay/index.ts';
import { problem, problemOf } from './support/bench.ts';
import { useProxy } from './support/proxy.ts';

let ca: Certificate;
let host: Certificate;
let client: Certificate;
beforeAll(async () => {
  const made = { countryCode: 'FR', state: 'Paris', locality: 'Paris', validity: 2 };
  const authority = await createCA({ organization: 'Lumen & Oak, for tests', ...made });
  ca = authority;
  host = await createCert({ ca: authority, domains: ['localhost'], validity: 1 });
  client = await createCert({ ca: authority, domains: ['relay.example'], validity: 1 });
});

const closings: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closings.splice(0).reverse()) close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A host of TLS that requires the client's certificate and passes everything on to a server without. */
async function openTls() {
  let target = 0;
  let connections = 0;
  const { cert, key } = host;
  const server = createTlsServer({ cert, key, ca: ca.cert, requestCert: true }, (socket) => {
    connections += 1;
    const plain = connect(target, '127.0.0.1');
    socket.pipe(plain).pipe(socket);
    for (const each of [socket, plain]) each.on('error', () => [socket, plain].map((it) => it.destroy()));
    closings.push(() => plain.destroy());
  });
  server.on('tlsClientError', () => {});
  const port = await portOf(server);
  closings.push(() => void server.close());
  return {
    port,
    connections: () => connections,
    passTo(url: string): void {
      target = Number(new URL(url).port);
    },
  };
}

/** A proxy of a company, which records where it was asked to connect to. */
async function openCompanyProxy() {
  const asked: string[] = [];
  const server = createHttpServer();
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const each of [socket, target]) each.on('error', () => [socket, target].map((it) => it.destroy()));
    closings.push(() => target.destroy());
  });
  const port = await portOf(server);
  closings.push(() => void server.close());
  return { url: `http://127.0.0.1:${port}`, asked };
}

describe('connections to the platform', () => {
  const open = useProxy();

  async function begin(certificates: RelayConfig['certificates']) {
    const tls = await openTls();
    const url = `https://localhost:${tls.port}`;
    const bench = await open({ env: { FOYER_MESSAGING_URL: url }, config: { certificates } });
    tls.passTo(bench.upstream.url);
    return { ...bench, tls };
  }
  const both = () => ({ ca: ca.cert, client: { certificate: client.cert, key: client.key } });

  it('connections trust the configured authority and show its certificate, even for sockets and checks', async () => {
    const { create, connect: openSocket, call } = await begin(both());
    const { visitor } = await openSocket(await create());
    expect(visitor.frames.length).toBeGreaterThan(0);
    expect((await call('/readyz')).json).toMatchObject({ upstream: 'ok' });
  });

  it.each([
    ['authority', () => ({ ...both(), ca: undefined })],
    ['certificate of its own', () => ({ ...both(), client: undefined })],
  ])('connections fail without the %s', async (_, certificates) => {
    const { call } = await begin(certificates());
    const created = await call('/chat/sessions', { method: 'POST' });
    expect(problemOf(created)).toEqual(problem(503, 'upstream_unreachable'));
    expect((await call('/readyz')).json).toMatchObject({ upstream: 'failed' });
  });

  it('connections go through the proxy of the environment', async () => {
    const proxy = await openCompanyProxy();
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { create, connect: openSocket, call, tls } = await begin(both());
    await openSocket(await create());
    const [requests, checks] = [new Set(proxy.asked), (await call('/readyz')).json];
    expect([requests, checks]).toEqual([
      new Set([`localhost:${tls.port}`]),
      expect.objectContaining({ upstream: 'ok' }),
    ]);
    expect(tls.connections()).toBe(proxy.asked.length);
  });

  it('connections go around the proxy to the hosts of NO_PROXY, and over plain http', async () => {
    const proxy = await openCompanyProxy();
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    vi.stubEnv('HTTP_PROXY', proxy.url);
    vi.stubEnv('NO_PROXY', 'localhost');
    const { create } = await begin(both());
    await create();
    await (await open()).create();
    expect(proxy.asked).toEqual([]);
  });

  it('a certificate that cannot be used prevents the start', async () => {
    const certificates = { ca: undefined, client: { certificate: client.cert, key: host.key } };
    await expect(open({ config: { certificates } })).rejects.toThrow(
      'FOYER_CA_FILE, FOYER_CLIENT_CERT_FILE or FOYER_CLIENT_KEY_FILE cannot be used; ERR_OSSL_X509_KEY_VALUES_MISMATCH',
    );
  });
});
