import { type Clock, systemClock } from '../../base/clock.ts';
import { openUpstreamBy } from '../../relay/node/outbound/open-socket.ts';
import { openOutbound } from '../../relay/node/outbound/outbound.ts';
import type { Terminal } from '../terminal.ts';
import { TOKEN_CALLS, textIn } from './recording/messaging.ts';
import { record } from './recording/record.ts';
import { reportOf, tableOf } from './report.ts';
import { CHECKS } from './rules/all.ts';
import { type ConformanceOptions, secretsOf, targetsOf } from './targets.ts';

export interface ConformanceCommand extends ConformanceOptions {
  readonly says: readonly string[];
  readonly writes: boolean;
  readonly isJson: boolean;
}

/** Status of a run that could not begin. */
const MISUSE = 2;

/**
 * Checks a platform against the rules of its side. Prints a table, or JSON with the table as errors. The exit status is 0 when no rule
 * is broken, 1 when one is, 2 when the platform cannot be reached or does not accept the token.
 */
export async function runConformance(
  command: ConformanceCommand,
  terminal: Terminal,
  clock: Clock = systemClock(),
): Promise<number> {
  const { print, printError } = terminal;
  const targets = targetsOf(command, terminal);
  if (!targets.ok) {
    printError(`foyer-relay: ${targets.error}`);
    return MISUSE;
  }
  const { url } = command;
  const certificates = { ca: undefined, client: undefined };
  const outbound = openOutbound(certificates);
  const evidence = await record(targets.value, command, {
    clock,
    fetch: outbound.fetch,
    open: openUpstreamBy(outbound),
    tell: (line) => printError(`${line} …`),
  });

  const first = evidence.calls[TOKEN_CALLS.good];
  if (first?.kind === 'failed') {
    printError(`unable to check ${url}; ${first.why}`);
    return MISUSE;
  }
  if (first?.kind === 'answered' && first.status === 401) {
    printError(`unable to check ${url}; it answers 401: it does not accept the token with this host`);
    return MISUSE;
  }
  const tokens = [TOKEN_CALLS.good, TOKEN_CALLS.other].map((name) => {
    const answer = evidence.calls[name];
    return (answer && textIn(answer, 'access_token')) ?? '';
  });
  const secrets = [...secretsOf(targets.value), ...tokens];
  const report = reportOf(CHECKS, evidence, { platform: url, at: clock.now(), secrets });
  const table = command.isJson ? printError : print;
  for (const line of tableOf(report)) table(line);
  if (command.isJson) print(JSON.stringify(report, null, 2));
  return report.broken > 0 ? 1 : 0;
}
