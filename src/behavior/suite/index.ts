export type { Matches, Miss } from './judge.ts';
export { MAX_SUITE_LENGTH, parseSuite, type SuiteIssue } from './parse.ts';
