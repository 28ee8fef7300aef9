import { writeFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { type Clock, systemClock } from '../base/clock.ts';
import { type Matches, PATTERN_FLAGS } from '../behavior/suite/judge.ts';
import { parseSuite } from '../behavior/suite/parse.ts';
import { type CaseResult, type ChatFailure, runCases } from '../behavior/suite/run.ts';
import type { Suite } from '../behavior/suite/suite.ts';
import type { Command } from './command.ts';
import { createSend, NoDraft } from './suite/chats.ts';
import { junitOf } from './suite/junit.ts';
import { openTested, type Tested } from './suite/platform.ts';
import { caseLines, summaryLines } from './suite/report.ts';
import type { Terminal } from './terminal.ts';

const WITHIN_MS = 200;

/** Tries patterns, each for a limited time: some take exponential time for an ordinary answer. */
function createMatches(): Matches {
  const values: { pattern: string; text: string } = { pattern: '', text: '' };
  const context = createContext(values);
  return (pattern, text) => {
    Object.assign(values, { pattern, text });
    try {
      return runInContext(`new RegExp(pattern, '${PATTERN_FLAGS}').test(text)`, context, {
        timeout: WITHIN_MS,
      });
    } catch {
      return undefined;
    }
  };
}

type Options = Omit<Extract<Command, { type: 'behavior-test' }>, 'type'>;

/** The suite of a file; undefined after one line for each issue. */
function readSuite(file: string, { files, printError }: Terminal): Suite | undefined {
  const text = files.read(file);
  if (text === undefined) {
    printError(`unable to read ${file}; there is no file that can be read`);
    return undefined;
  }
  const parsed = parseSuite(text);
  if (parsed.ok) return parsed.value;
  for (const { line, column, message } of parsed.error) printError(`${file}:${line}:${column}: ${message}`);
  return undefined;
}

/** Runs a suite and prints a line for each case. The exit status is 1 when a case fails, 2 when the suite cannot be run so. */
export async function testBehavior(
  { file, repeat, against, junit }: Options,
  terminal: Terminal,
  clock: Clock = systemClock(),
): Promise<number> {
  const suite = readSuite(file, terminal);
  if (!suite) return 2;
  let tested: Tested;
  try {
    tested = await openTested(against, terminal);
  } catch (error) {
    terminal.printError(`unable to test; ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const { client, about, behavior } = tested;
  const results: CaseResult[] = [];
  let ended: ChatFailure | undefined;
  try {
    terminal.print(`${suite.name ?? file}, against ${about}`);
    terminal.print('');
    const ports = { send: createSend(client, suite, behavior), clock, matches: createMatches(), repeat };
    ended = await runCases(suite.cases, ports, (result) => {
      results.push(result);
      for (const line of caseLines(result)) terminal.print(line);
    });
  } catch (error) {
    if (!(error instanceof NoDraft)) throw error;
    terminal.printError(`unable to test ${against}; ${error.message}`);
    return 2;
  } finally {
    await tested.close();
  }
  for (const line of summaryLines(results, suite.cases.length, ended)) terminal.print(line);
  const notRun = suite.cases.slice(results.length).map(({ name }) => name);
  if (junit !== undefined) await writeFile(junit, junitOf(suite.name ?? file, results, notRun));
  return ended === undefined && results.every(({ isPassed }) => isPassed) ? 0 : 1;
}
