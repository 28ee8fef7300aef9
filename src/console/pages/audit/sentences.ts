import type { Changes } from '../../page-address.ts';
import type { AuditEntry } from './audit-entry.ts';
import { words } from './words.ts';

/** Something that a sentence names, and where it is. */
export interface Subject {
  readonly text: string;
  /** The page about it; undefined: there is none. */
  readonly page?: { readonly path: string; readonly changes: Changes };
}

/** A record as a sentence: who, what they did, and to what. */
export interface Sentence {
  readonly did: string;
  readonly subject: Subject | undefined;
}

type Target = ReadonlyMap<string, string>;

/** Names of ids, with the page about them and its parameters. */
const PAGES: Readonly<Record<string, (id: string) => NonNullable<Subject['page']>>> = {
  conversation_id: (open) => ({ path: '/console/conversations', changes: { open } }),
  rule_id: (rule) => ({ path: '/console/alerts', changes: { rule } }),
  branch_id: (branch) => ({ path: '/console/behaviour', changes: { branch } }),
  endpoint_id: () => ({ path: '/console/alerts', changes: { view: 'delivery' } }),
  message_id: () => ({ path: '/console/messages', changes: {} }),
  number: () => ({ path: '/console/calls', changes: {} }),
};

/** Ids that say where something was done and not to what. */
const PLACES = ['account_id', 'project_id', 'agent_id'];

function subjectOf(target: Target): Subject | undefined {
  const [name, value] = [...target].find(([kind]) => !PLACES.includes(kind)) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const pageOf = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  return { text: value, ...(pageOf && { page: pageOf(value) }) };
}

/** The sentence of a record; of an operation that has none, its id stands for the verb. */
export function sentenceOf({ operation, target }: AuditEntry): Sentence {
  const did = Object.hasOwn(words.did, operation)
    ? words.did[operation as keyof typeof words.did]
    : words.called(operation);
  return { did, subject: subjectOf(new Map(Object.entries(target))) };
}

const SIGNS: readonly string[] = ['signIn', 'signOut', 'signOutEverywhere'];

/** Records that stand in one row: one, or the sign-ins and sign-outs of somebody that follow each other. */
export interface Fold {
  /** The newest first. */
  readonly entries: readonly [AuditEntry, ...AuditEntry[]];
}

/** The way of a call; undefined for one by a key alone. */
export function wayOf({ door = 'key', via }: AuditEntry): string | undefined {
  const own = Object.hasOwn(words.doors, door) ? words.doors[door as keyof typeof words.doors] : door;
  return [door !== 'key' && own, via && words.assistant].filter(Boolean).join(', ') || undefined;
}

const isSign = ({ operation }: AuditEntry) => SIGNS.includes(operation);

/** Folds sign-ins, of which an open console makes many. */
export function foldSignIns(entries: readonly AuditEntry[]): readonly Fold[] {
  const folds: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const last = folds.at(-1);
    if (last && isSign(entry) && isSign(last[0]) && last[0].who === entry.who) last.push(entry);
    else folds.push([entry]);
  }
  return folds.map((fold) => ({ entries: fold }));
}
