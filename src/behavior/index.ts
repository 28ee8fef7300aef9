export { type Audience, evaluateBehavior } from './evaluate.ts';
export { CHANNELS, MAX_ISSUES, parseBehavior } from './parse.ts';
