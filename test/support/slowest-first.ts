import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait in real time. Started last, they would be waited for alone. */
const WAITING = ['test/base/slow-clients.integration.test.ts'];

const isWaiting = ({ moduleId }: TestSpecification) => WAITING.some((file) => moduleId.endsWith(file));

/** Starts the files that wait before all others, which are in the order of Vitest: the longest or largest first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isWaiting), ...sorted.filter((item) => !isWaiting(item))];
  }
}
