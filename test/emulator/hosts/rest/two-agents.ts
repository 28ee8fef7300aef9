import { afterAll, beforeAll } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { type Call, onBase } from './rest-calls.ts';

/** A platform for the tests of one file, with a second agent `warehouse` and a key for that agent only. */
export function useTwoAgents(resource: 'attributes' | 'behavior') {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ keys: [{ family: 'base', key: 'k', projectIds: ['warehouse'] }] });
  });
  afterAll(() => emulator.close());

  const base: Call = (...call) => onBase(emulator)(...call);
  const foreign: Call = (...call) => onBase(emulator, 'k')(...call);
  const pathOf = (agent: string, branch: string) => `/v1/agents/${agent}/branches/${branch}/${resource}`;
  return { base, foreign, pathOf };
}
