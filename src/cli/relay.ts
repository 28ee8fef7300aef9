import { describeFault, parseConfig, startRelay } from '../relay/index.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs the relay from the environment and `foyer.config.json`; false when the configuration has faults, which are
 * printed one a line. Standard output holds nothing but the relay's log.
 */
export async function runRelay(terminal: Terminal): Promise<boolean> {
  const config = parseConfig(terminal.env, terminal.files);
  if (!config.ok) {
    for (const fault of config.error) terminal.complain(describeFault(fault));
    return false;
  }
  const relay = await startRelay(config.value);
  await terminal.untilStopped();
  await relay.close();
  return true;
}
