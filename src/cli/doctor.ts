import { describeFault, examine, parseConfig } from '../relay/index.ts';
import type { Terminal } from './terminal.ts';

const MARK = { right: 'ok   ', wrong: 'FAULT', unchecked: '-    ' } as const;

/** Says in plain words what is right and what is wrong with a configuration; the exit status is 1 when anything is. */
export async function runDoctor(origin: string | undefined, terminal: Terminal): Promise<number> {
  const config = parseConfig(terminal.env, terminal.files);
  if (!config.ok) {
    for (const fault of config.error) terminal.print(`${MARK.wrong} ${describeFault(fault)}`);
    return 1;
  }
  const findings = await examine(config.value, { origin });
  for (const { about, is, says } of findings) terminal.print(`${MARK[is]} ${about}: ${says}`);
  return findings.some(({ is }) => is === 'wrong') ? 1 : 0;
}
