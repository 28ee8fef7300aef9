export { type Audience, evaluateBehavior } from './evaluate.ts';
export { CHANNELS, type Channel, type Fault, type FaultCode, parseBehavior } from './parse.ts';
