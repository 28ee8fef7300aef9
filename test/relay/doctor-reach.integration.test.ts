import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Certificate, createCA, createCert } from 'mkcert';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { examine, parseConfig } from '../../src/relay/index.ts';
import { NOBODY } from '../support/free-port.ts';
import { restEnv, useRestHost } from './support/rest.ts';

let authority: Certificate;
let ofHost: Certificate;
let ofOther: Certificate;
let expired: Certificate;
beforeAll(async () => {
  const made = { countryCode: 'FR', state: 'Paris', locality: 'Paris', validity: 2 };
  authority = await createCA({ organization: 'Lumen & Oak, for tests', ...made });
  const sign = (domain: string, validity: number) =>
    createCert({ ca: authority, domains: [domain], validity });
  ofHost = await sign('localhost', 1);
  ofOther = await sign('other.example', 1);
  expired = await sign('localhost', -1);
});

const openHost = useRestHost();
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function addressOf(server: Server): Promise<string> {
  closings.push(() => new Promise((resolve) => server.close(resolve)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** A server of TLS with this certificate. */
function openTls({ cert, key }: Certificate): Promise<string> {
  const server = createTlsServer({ cert, key }, (socket) => socket.on('error', () => {}).end());
  server.on('tlsClientError', () => {});
  return addressOf(server);
}

/** A server that does not speak TLS. */
const openPlain = () =>
  addressOf(
    createTcpServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end('hello\r\n'),
    ),
  );

/** Findings of the doctor for hosts at this address, with or without trust in the tests' authority. */
async function saidOf(address: string, trusting = true) {
  const host = await openHost();
  const config = parseConfig(
    {
      ...restEnv(host),
      FOYER_CONNECTOR_TOKEN: 'CNRY-connector-of-the-doctor-0123456789',
      FOYER_HOST_IDENTIFIER: 'shop.example.com',
      FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
      FOYER_MESSAGING_URL: address,
      FOYER_BASE_URL: address,
      FOYER_PLATFORM_URL: address,
      FOYER_OUTBOUND_URL: address,
      ...(trusting && { FOYER_CA_FILE: '/ca.pem' }),
    },
    { read: (path) => (path === '/ca.pem' ? authority.cert : undefined) },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const findings = await examine(config.value);
  const hosts = ['visitor tokens', 'base host', 'platform host', 'outbound calls'];
  return findings.flatMap(({ about, says }) => (hosts.includes(about) ? [says] : []));
}

/** The same sentence about each host. */
const ofEach = (sentence: (host: string) => string) =>
  ['MESSAGING', 'BASE', 'PLATFORM', 'OUTBOUND'].map((name) => sentence(`the host of FOYER_${name}_URL`));

describe('the doctor and an unreachable host', () => {
  it('the doctor names a name that does not exist', async () => {
    expect(await saidOf('https://us.nowhere.invalid')).toEqual(
      ofEach(
        (host) => `DNS has no address for ${host}; check its spelling and the name server of this machine`,
      ),
    );
  });

  it('the doctor names a port at which nobody listens', async () => {
    expect(await saidOf(`https://${NOBODY}`)).toEqual(
      ofEach((host) => `${host} refuses the connection; check the port, and that the service runs there`),
    );
  });

  it.each([
    [
      'a self-signed certificate in the chain',
      () => ({ ...ofHost, cert: ofHost.cert + authority.cert }),
      false,
      'is self-signed or of an unknown authority; set FOYER_CA_FILE',
    ],
    [
      'an unknown authority',
      () => ofHost,
      false,
      'is self-signed or of an unknown authority; set FOYER_CA_FILE',
    ],
    ['an expired certificate', () => expired, true, 'has expired or is not valid yet; check the clock'],
    ['a certificate of another name', () => ofOther, true, 'is for another name; use a name that'],
  ] as const)('the doctor names %s, and the next step', async (_, certificate, trusting, says) => {
    expect(await saidOf(await openTls(certificate()), trusting)).toEqual(
      ofEach((host) => expect.stringContaining(`the certificate of ${host} ${says}`)),
    );
  });

  it('the doctor names a port that does not speak TLS', async () => {
    expect(await saidOf(await openPlain())).toEqual(
      ofEach((host) => expect.stringContaining(`${host} does not speak TLS as expected`)),
    );
  });
});
