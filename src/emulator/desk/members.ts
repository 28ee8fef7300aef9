import type { Clock } from '../../base/clock.ts';
import type { DeskNews } from '../../protocol/desk.ts';
import type { DeskPerson } from '../conversation.ts';

/** A page of a person at the desk that is told what happens. */
export interface Line {
  send(news: DeskNews): void;
  /** Nothing more is told: its person is not at the desk any more. */
  end(): void;
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
  /** Ends all pages of somebody who is not waited for. */
  dismiss(person: DeskPerson): void;
  setAvailable(person: DeskPerson, isAvailable: boolean): void;
  dispose(): void;
}

interface Kept extends Omit<Member, 'isAvailable'> {
  readonly lines: Set<Line>;
  cancelGone(): void;
}

/** A page that is loaded again is back by then. */
const GONE_MS = 30_000;

/** `onGone`: somebody has had no page for too long. */
export function createMembers(clock: Clock, onGone: (person: DeskPerson) => void): Members {
  const members = new Map<string, Kept>();
  /** Who takes no visitors; kept for when they come back. */
  const unavailable = new Set<string>();

  function find(person: DeskPerson) {
    const known = members.get(person.id);
    if (known) return known;
    const member: Kept = { person, lines: new Set(), cancelGone: () => {} };
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
    all: () =>
      [...members.values()].map(({ person, lines }) => ({
        person,
        lines,
        isAvailable: !unavailable.has(person.id),
      })),
    isStaffed: () => [...members.values()].some((it) => it.lines.size > 0 && !unavailable.has(it.person.id)),
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
    dismiss({ id }) {
      const member = members.get(id);
      unavailable.delete(id);
      if (!member) return;
      member.cancelGone();
      members.delete(id);
      const lines = [...member.lines];
      member.lines.clear();
      for (const line of lines) line.end();
    },
    setAvailable({ id }, isAvailable) {
      if (isAvailable) unavailable.delete(id);
      else unavailable.add(id);
    },
    dispose() {
      for (const member of members.values()) member.cancelGone();
      members.clear();
    },
  };
}
