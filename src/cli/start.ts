import { describeIssue, parseConfig, startRelay } from '../relay/index.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs the relay with the configuration of the environment and `foyer.config.json`. False when the configuration is invalid; then each
 * issue is printed on a line. Standard output contains only the relay's log.
 */
export async function startAndWait(terminal: Terminal): Promise<boolean> {
  const config = parseConfig(terminal.env, terminal.files);
  if (!config.ok) {
    for (const issue of config.error) terminal.printError(describeIssue(issue));
    return false;
  }
  const relay = await startRelay(config.value);
  await terminal.untilStopped();
  await relay.drain();
  await relay.close();
  return true;
}
