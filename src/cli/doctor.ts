import { describeIssue, examine, parseConfig } from '../relay/index.ts';
import { verifyTrail } from '../relay/services/audit-trail.ts';
import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

const MARK = { right: 'ok   ', wrong: 'ERROR', unchecked: '-    ' } as const;

/** Checks the configuration and prints one line for each finding. The exit status is 1 when a check failed. */
export async function runDoctor(
  { origin, through, keyFile, audit, trail }: Omit<Extract<Command, { type: 'doctor' }>, 'type'>,
  terminal: Terminal,
): Promise<number> {
  if (audit.length > 0) return verifyAudit({ audit, trail }, terminal) ? 0 : 1;
  const config = parseConfig(terminal.env, terminal.files);
  if (!config.ok) {
    for (const issue of config.error) terminal.print(`${MARK.wrong} ${describeIssue(issue)}`);
    return 1;
  }
  const key = keyFile === undefined ? undefined : terminal.files.read(keyFile)?.trim();
  if (keyFile !== undefined && !key)
    throw new Error(`--key-file ${keyFile} names no file with a key that can be read`);
  const findings = await examine(config.value, { origin, through, key });
  for (const { about, status: is, says } of findings) terminal.print(`${MARK[is]} ${about}: ${says}`);
  return findings.some(({ status: is }) => is === 'wrong') ? 1 : 0;
}

/** Checks the hashes of audit files, the oldest first. Prints one line for each fault with its place; false if there is one. */
function verifyAudit(
  { audit, trail }: Pick<Extract<Command, { type: 'doctor' }>, 'audit' | 'trail'>,
  { files, print, printError }: Terminal,
): boolean {
  const texts = audit.map((name) => ({ name, text: files.read(name) }));
  const known = texts.filter((file): file is { name: string; text: string } => file.text !== undefined);
  for (const { name } of texts.filter(({ text }) => text === undefined)) printError(`unable to read ${name}`);
  if (known.length < texts.length) return false;
  const verified = verifyTrail(known);
  if (!verified.ok) {
    for (const { file, line, message } of verified.error) printError(`${file}:${line}: ${message}`);
    return false;
  }
  const { records, isContinued, hash } = verified.value;
  if (trail !== undefined && trail.toLowerCase() !== hash) {
    printError(
      `the last record is not the one with the trail ${trail}: records at the end were removed or added`,
    );
    return false;
  }
  print(`${records} records, none changed or removed${isContinued ? ' since the first of them' : ''}`);
  if (isContinued)
    print('The first one continues an earlier file: give that one before it, or its head was cut off.');
  print(`The last has the hash ${hash}, which is "trail" of its record in the log of the relay.`);
  return true;
}
