import type { Clock } from '../../base/clock.ts';
import type { DeskNews } from '../../protocol/desk.ts';
import type { DeskPerson } from '../conversation.ts';

/** A page of a person at the desk that is told what happens. */
export interface Line {
  send(news: DeskNews): void;
}

export interface Member {
  readonly person: DeskPerson;
  readonly lines: ReadonlySet<Line>;
  /** Whether new visitors may come to them. */
  readonly isAvailable: boolean;
}

/** Who works at the desk. */
export interface Members {
  all(): readonly Member[];
  /** Whether somebody is there who takes visitors. */
  isStaffed(): boolean;
  /** The returned function takes the line away; it may be called twice. */
  join(person: DeskPerson, line: Line): () => void;
  /** Somebody who has conversations, and perhaps no page any more. */
  expect(person: DeskPerson): void;
  setAvailable(person: DeskPerson, isAvailable: boolean): void;
  dispose(): void;
}

interface Kept extends Member {
  readonly lines: Set<Line>;
  isAvailable: boolean;
  cancelGone(): void;
}

/** A page that is loaded again is back by then. */
const GONE_MS = 30_000;

/** `onGone`: somebody has had no page for too long. */
export function createMembers(clock: Clock, onGone: (person: DeskPerson) => void): Members {
  const members = new Map<string, Kept>();

  function find(person: DeskPerson) {
    const known = members.get(person.id);
    if (known) return known;
    const member: Kept = { person, lines: new Set(), isAvailable: true, cancelGone: () => {} };
    members.set(person.id, member);
    return member;
  }

  function watch(person: DeskPerson) {
    const member = find(person);
    member.cancelGone();
    member.cancelGone = clock.after(GONE_MS, () => {
      members.delete(person.id);
      onGone(person);
    });
  }

  return {
    all: () => [...members.values()],
    isStaffed: () => [...members.values()].some((it) => it.isAvailable && it.lines.size > 0),
    join(person, line) {
      const member = find(person);
      member.cancelGone();
      member.lines.add(line);
      return () => {
        if (member.lines.delete(line) && member.lines.size === 0) watch(person);
      };
    },
    expect(person) {
      if (!members.has(person.id)) watch(person);
    },
    setAvailable(person, isAvailable) {
      const member = members.get(person.id);
      if (member) member.isAvailable = isAvailable;
    },
    dispose() {
      for (const member of members.values()) member.cancelGone();
      members.clear();
    },
  };
}
