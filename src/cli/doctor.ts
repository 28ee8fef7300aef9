import { describeIssue, examine, parseConfig } from '../relay/index.ts';
import type { Terminal } from './terminal.ts';

const MARK = { right: 'ok   ', wrong: 'ERROR', unchecked: '-    ' } as const;

/** Checks the configuration and prints one line for each finding. The exit status is 1 when one of them is wrong. */
export async function runDoctor(
  options: { readonly origin: string | undefined; readonly through: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const config = parseConfig(terminal.env, terminal.files);
  if (!config.ok) {
    for (const issue of config.error) terminal.print(`${MARK.wrong} ${describeIssue(issue)}`);
    return 1;
  }
  const findings = await examine(config.value, options);
  for (const { about, status: is, says } of findings) terminal.print(`${MARK[is]} ${about}: ${says}`);
  return findings.some(({ status: is }) => is === 'wrong') ? 1 : 0;
}
