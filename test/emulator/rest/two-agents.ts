import { afterAll, beforeAll } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { type Call, onBase } from './caller.ts';

/** A platform for the tests of one file, with a second agent, `warehouse`, whose key holds for no other. */
export function useTwoAgents(what: 'attributes' | 'behavior') {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ keys: [{ family: 'base', key: 'k', projectIds: ['warehouse'] }] });
  });
  afterAll(() => emulator.close());

  const base: Call = (...call) => onBase(emulator)(...call);
  const foreign: Call = (...call) => onBase(emulator, 'k')(...call);
  const pathOf = (agent: string, branch: string) => `/v1/agents/${agent}/branches/${branch}/${what}`;
  return { base, foreign, pathOf };
}
