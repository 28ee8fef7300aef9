export { type Audience, evaluateBehavior } from './evaluate.ts';
export { CHANNELS, type Channel, MAX_ISSUES, parseBehavior } from './parse.ts';
