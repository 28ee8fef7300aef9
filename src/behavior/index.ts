export { type Audience, evaluateBehavior, piecesFor } from './evaluate.ts';
export {
  type Behavior,
  type BehaviorIssue,
  CHANNELS,
  MAX_ISSUES,
  type Piece,
  parseBehavior,
  TAG,
} from './parse.ts';
