import type { ServerConfig } from '../config/config.ts';
import type { ConnectionOptions } from './ask.ts';
import { type Finding, unchecked } from './finding.ts';
import { checkPolls } from './through-polls.ts';
import { endProbe, startProbe } from './through-session.ts';
import { checkSocket } from './through-socket.ts';

const ABOUT = 'proxy: carriers';

/** Starts a session, tries the carriers that lead through the proxy, and ends the session. */
export async function checkCarriers(
  url: URL,
  { carriers }: Pick<ServerConfig, 'carriers'>,
  options: ConnectionOptions,
): Promise<readonly Finding[]> {
  if (!carriers.some((carrier) => carrier !== 'direct'))
    return [unchecked(ABOUT, 'FOYER_CARRIERS=direct: browsers connect to the platform only')];
  const session = await startProbe(url, options);
  if (typeof session === 'string')
    return [unchecked(ABOUT, `no session could be started through the proxy (${session})`)];
  const findings = await Promise.all([
    carriers.includes('relay') ? checkSocket(url, session, options) : [],
    carriers.includes('poll') ? checkPolls(url, session, options) : [],
  ]);
  await endProbe(url, session, options);
  return findings.flat();
}
