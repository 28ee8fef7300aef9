import { hashOf } from './tokens.ts';

/** Three host families, each with keys of its own (specification, Authentication). */
export type Family = 'base' | 'platform' | 'outbound';

/** Where a key was issued, and where this platform stands; `eu` is written `euw` in a platform host's name. */
export type Region = 'us' | 'uk' | 'eu' | 'studio';

export interface ApiKey {
  readonly key: string;
  readonly family: Family;
  /** Default: the platform's own account. */
  readonly accountId?: string;
  /** Default: the whole account. */
  readonly projectIds?: readonly string[];
  /** Default: the platform's own region. */
  readonly region?: Region;
  /** What the key may see besides; all of it by default. */
  readonly permissions?: readonly Permission[];
}

/**
 * Conversations at all, and the personal data in their recordings (specification, Conversation data); cached speech, to
 * read and to delete (published description).
 */
const PERMISSIONS = ['conversations', 'pii', 'audio-cache:read', 'audio-cache:write'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** One agent. Its project id and its agent id are the same value (specification, Identifier mapping). */
export interface Project {
  readonly accountId: string;
  readonly projectId: string;
}

/** The project that a platform has by itself. */
export const OWN_PROJECT: Project = { accountId: 'lumen-oak', projectId: 'shop' };

export interface Branch extends Project {
  readonly branchId: string;
}

/** Who calls, as far as it matters to what is called. */
export interface Caller {
  readonly accountId: string;
  /** Whether the key holds for a project, in either spelling. */
  mayUse(projectId: string): boolean;
  /** The first, or only, project that the key holds for. */
  readonly ownProjectId: string;
  may(permission: Permission): boolean;
}

export interface Keyring {
  /** Undefined for a key that is unknown, of another family or of another region: they are not told apart. */
  callerOf(family: Family, key: string): Caller | undefined;
  /** Every project that there is. */
  readonly projects: readonly Project[];
}

/** The slug and the prefixed form name the same (specification, Identifier mapping). */
export const bareAccountId = (id: string): string => id.replace(/^ACCOUNT-/, '');
export const bareProjectId = (id: string): string => id.replace(/^PROJECT-/, '');

export function createKeyring(keys: readonly ApiKey[], own: Project & { readonly region: Region }): Keyring {
  const ring = keys.map((it) => ({
    family: it.family,
    hash: hashOf(it.key),
    isHere: (it.region ?? own.region) === own.region,
    accountId: bareAccountId(it.accountId ?? own.accountId),
    projectIds: it.projectIds?.map(bareProjectId),
    permissions: it.permissions ?? PERMISSIONS,
  }));
  const byAccount = new Map([[own.accountId, new Set([own.projectId])]]);
  for (const { accountId, projectIds = [] } of ring) {
    const known = byAccount.get(accountId) ?? new Set();
    byAccount.set(accountId, new Set([...known, ...projectIds]));
  }

  return {
    callerOf(family, key) {
      // Hashes are compared, so the time taken says nothing about how much of a key was right.
      const hash = hashOf(key);
      const found = ring.find((it) => it.hash === hash && it.family === family && it.isHere);
      if (found === undefined) return undefined;
      const projectIds = new Set(found.projectIds ?? byAccount.get(found.accountId));
      return {
        accountId: found.accountId,
        mayUse: (projectId) => projectIds.has(bareProjectId(projectId)),
        ownProjectId: [...projectIds][0] ?? '',
        may: (permission) => found.permissions.includes(permission),
      };
    },
    projects: [...byAccount].flatMap(([accountId, projectIds]) =>
      [...projectIds].map((projectId) => ({ accountId, projectId })),
    ),
  };
}
