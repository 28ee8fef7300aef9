import { writeFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { createCA, createCert } from 'mkcert';

/** The name that clients of a proxy on loopback connect to. */
export const HOST = 'chat.example.com';

export const lookup: LookupFunction = (_, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

async function sign() {
  const about = {
    organization: 'Lumen & Oak, for tests',
    countryCode: 'FR',
    state: 'Paris',
    locality: 'Paris',
  };
  const authority = await createCA({ ...about, validity: 2 });
  return { ca: authority.cert, ...(await createCert({ ca: authority, domains: [HOST], validity: 1 })) };
}

/** Made once for all tests: keys take long. */
let signed: ReturnType<typeof sign> | undefined;

/** Writes a certificate of `HOST` and, beside it with `.key`, its key. Returns its path and the authority that signed it. */
export async function createCertificate(folder: string): Promise<{ path: string; ca: string }> {
  signed ??= sign();
  const { ca, cert, key } = await signed;
  const path = join(folder, 'chat.pem');
  writeFileSync(path, cert);
  writeFileSync(`${path}.key`, key);
  return { path, ca };
}
