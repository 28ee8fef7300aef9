import type { Certificates } from './config.ts';
import type { Files } from './files.ts';
import { expectedOf, type Key } from './settings.ts';
import type { ConfigIssue, Values } from './sources.ts';

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----/;

/** Reads the configured certificates. Adds to `issues`. */
export function readCertificates(values: Values, files: Files, issues: ConfigIssue[]): Certificates {
  function read(key: Key, form: RegExp): string | undefined {
    const path = values[key];
    if (path === undefined) return undefined;
    const text = files.read(path);
    if (text !== undefined && form.test(text)) return text;
    issues.push({ key, type: 'malformed', expected: expectedOf(key) });
    return undefined;
  }
  const ca = read('FOYER_CA_FILE', CERTIFICATE);
  const certificate = read('FOYER_CLIENT_CERT_FILE', CERTIFICATE);
  const key = read('FOYER_CLIENT_KEY_FILE', PRIVATE_KEY);
  return {
    ca,
    client: certificate === undefined || key === undefined ? undefined : { certificate, key },
  };
}
