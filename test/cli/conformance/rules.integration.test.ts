import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { Evidence } from '../../../src/cli/conformance/evidence/evidence.ts';
import { record } from '../../../src/cli/conformance/recording/record.ts';
import { CHECKS } from '../../../src/cli/conformance/rules/all.ts';
import { UNSEEN_CHECKS } from '../../../src/cli/conformance/rules/unseen.ts';
import { targetsOf } from '../../../src/cli/conformance/targets.ts';
import { settingsFor } from '../../../src/cli/emulator-settings.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import { openUpstreamBy } from '../../../src/relay/node/outbound/open-socket.ts';
import { openOutbound } from '../../../src/relay/node/outbound/outbound.ts';
import { BROKEN } from './broken-rules.ts';
import { both, payload, status } from './lies.ts';

let evidence: Evidence;

beforeAll(async () => {
  const emulator = await startEmulator({
    pace: { wordMs: 0, thinkingMs: 0 },
    conversations: { count: 50, seed: 1 },
  });
  const options = { url: emulator.messagingUrl, token: undefined, tokenFile: undefined, host: undefined };
  const targets = targetsOf(options, { env: settingsFor(emulator), files: { read: () => undefined } });
  if (!targets.ok) throw new Error(targets.error);
  const outbound = openOutbound({ ca: undefined, client: undefined });
  const ports = {
    clock: systemClock(),
    fetch: outbound.fetch,
    open: openUpstreamBy(outbound),
    tell: () => {},
  };
  evidence = await record(targets.value, { says: ['hello', 'human'], writes: true }, ports);
  await emulator.close();
});

const judge = (rule: string, of: Evidence) => CHECKS.find((check) => check.rule === rule)?.judge(of);

describe('the rules of a platform', () => {
  it.each(BROKEN)('%s is broken by a platform that breaks it (%#)', (rule, lie, came) => {
    expect(judge(rule, lie(evidence))).toEqual({
      outcome: 'broken',
      came: typeof came === 'string' ? came : expect.stringMatching(came),
    });
  });

  it('every rule that can be kept is seen broken by one of these platforms', () => {
    const unseen = new Set(UNSEEN_CHECKS.map(({ rule }) => rule));
    const tested = new Set(BROKEN.map(([rule]) => rule));
    expect(CHECKS.map(({ rule }) => rule).filter((rule) => !tested.has(rule) && !unseen.has(rule))).toEqual(
      [],
    );
  });

  it('chunks without an index break no rule: they stand where they arrived', () => {
    const plain = payload('AGENT_MESSAGE_CHUNK', { chunk_index: undefined })(evidence);
    expect(['M-8.1', 'M-8.2', 'M-8.3', 'M-8.13'].map((rule) => judge(rule, plain))).toEqual(
      Array(4).fill({ outcome: 'kept' }),
    );
  });

  it('an account that is full breaks no rule', () => {
    const full = both(status('write-rule', 409), status('write-hook', 409))(evidence);
    expect(['R-6.1', 'R-7.2', 'R-8.1'].map((rule) => judge(rule, full)?.outcome)).toEqual([
      'kept',
      'not-tried',
      'kept',
    ]);
  });

  it('a right platform breaks none', () => {
    expect(CHECKS.filter(({ rule }) => judge(rule, evidence)?.outcome === 'broken')).toEqual([]);
  });
});
