export { type Audience, evaluateBehavior } from './evaluate.ts';
export { CHANNELS, type Channel, parseBehavior } from './parse.ts';
