import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly command?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<
    Record<string, { readonly ipam: { readonly config: readonly { subnet: string; ip_range?: string }[] } }>
  >;
}

const read = (file: string): Compose =>
  parse(readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8'), { merge: true });

const isIn = (address: string, range: string): boolean => {
  const [network = '', bits] = range.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(bits));
  return list.check(address);
};

describe('the files for Compose', () => {
  const { services, networks = {} } = read('compose.yaml');
  const fixed = Object.values(services).flatMap(({ networks: of = {} }) =>
    Array.isArray(of)
      ? []
      : Object.entries(of as Exclude<Service['networks'], readonly string[] | undefined>).flatMap(
          ([network, { ipv4_address: address }]) => (address ? [{ network, address }] : []),
        ),
  );

  it('no container gets the address that another has by configuration', () => {
    const places = fixed.map(({ network, address }) => {
      const [pool] = networks[network]?.ipam.config ?? [];
      return [isIn(address, pool?.subnet ?? ''), isIn(address, pool?.ip_range ?? '')];
    });
    expect(places).toEqual([[true, false]]);
  });

  it('relays trust the address of the proxy and no other', () => {
    const relays = Object.entries(services).filter(([name]) => name.startsWith('relay-'));
    expect(relays.map(([, it]) => it.environment?.['FOYER_TRUST_PROXY'])).toEqual([
      fixed[0]?.address,
      fixed[0]?.address,
    ]);
  });

  it('Compose passes every setting of the relay on, and sets none that an operator would choose', () => {
    for (const name of ['relay-1', 'relay-2']) {
      expect(services[name]?.env_file).toEqual(['.env']);
      expect(Object.keys(services[name]?.environment ?? {}).sort()).toEqual([
        'FOYER_CONNECTOR_TOKEN_FILE',
        'FOYER_PUBLIC_URL',
        'FOYER_STORE_URL',
        'FOYER_TRUST_PROXY',
        'NODE_EXTRA_CA_CERTS',
      ]);
    }
  });

  it('our own programs need no package of a registry', () => {
    const own = [...Object.values(services), ...Object.values(read('compose.demo.yaml').services)].filter(
      (it) => it.image?.startsWith('foyer') || String(it.command).includes('foyer'),
    );
    expect(own.map((it) => [it.build?.dockerfile, String(it.command).includes('npx')])).toEqual(
      Array(3).fill(['deploy/Dockerfile', false]),
    );
  });
});
