export { MAX_SUITE_LENGTH, parseSuite } from './parse.ts';
