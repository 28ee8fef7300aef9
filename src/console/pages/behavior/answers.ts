import {
  listOf,
  maybeFlag,
  maybeText,
  nonEmpty,
  object,
  readString,
  record,
  required,
} from '../../../protocol/field-readers.ts';
import { time } from '../../answers.ts';

const readBranch = record({ id: nonEmpty, is_read_only: maybeFlag, is_configured: maybeFlag });
/** The branches that the relay knows. */
export const branchesAnswer = object({ branches: listOf(readBranch) });

/** The text of a branch, which may be empty. */
export const behaviorAnswer = object({ behavior: required('a text', readString) });

const readVersion = record({ time, who: maybeText, kind: maybeText, behavior: maybeText });
export type Version = NonNullable<ReturnType<typeof readVersion>>;
/** What was saved through the relays, the newest first. */
export const versionsAnswer = object({ versions: listOf(readVersion), cursor: maybeText });
