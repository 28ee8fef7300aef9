import { describeIssue, examine, parseConfig } from '../relay/index.ts';
import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

const MARK = { right: 'ok   ', wrong: 'ERROR', unchecked: '-    ' } as const;

/** Checks the configuration and prints one line for each finding. The exit status is 1 when one of them is wrong. */
export async function runDoctor(
  { origin, through, keyFile }: Omit<Extract<Command, { type: 'doctor' }>, 'type'>,
  terminal: Terminal,
): Promise<number> {
  const config = parseConfig(terminal.env, terminal.files);
  if (!config.ok) {
    for (const issue of config.error) terminal.print(`${MARK.wrong} ${describeIssue(issue)}`);
    return 1;
  }
  const key = keyFile === undefined ? undefined : terminal.files.read(keyFile)?.trim();
  if (keyFile !== undefined && key === undefined) throw new Error(`the key file ${keyFile} does not exist`);
  const findings = await examine(config.value, { origin, through, key });
  for (const { about, status: is, says } of findings) terminal.print(`${MARK[is]} ${about}: ${says}`);
  return findings.some(({ status: is }) => is === 'wrong') ? 1 : 0;
}
