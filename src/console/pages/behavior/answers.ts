import { object, readString, required } from '../../../protocol/field-readers.ts';
import type { OwnAnswerOf } from '../../calls.ts';

/** The text of a branch. It may be empty. */
export const behaviorAnswer = object({ behavior: required('a text', readString) });

/** A text that was saved through a relay, or that one has found. */
export type Version = OwnAnswerOf<'GET', '/behavior/versions'>['versions'][number];
