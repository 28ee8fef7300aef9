import { hashOf } from '../../base/same-secret.ts';
import { bareAccountId, bareProjectId, type Project } from './project.ts';

/** A host family. Each has its own keys. */
export type Family = 'base' | 'platform' | 'outbound';

/** A region of keys and hosts. The name of a platform host spells `eu` as `euw`. */
export type Region = 'us' | 'uk' | 'eu' | 'studio';

export interface ApiKey {
  readonly key: string;
  readonly family: Family;
  /** Default: the platform's own account. */
  readonly accountId?: string;
  /** Default: every project of the account. */
  readonly projectIds?: readonly string[];
  /** Default: the platform's own region. */
  readonly region?: Region;
  /** Default: every permission. */
  readonly permissions?: readonly Permission[];
}

/**
 * conversations, personal data in their recordings, and reading and deleting cached speech.: alerts, and conversations
 * of the older versions.
 */
const PERMISSIONS = [
  'conversations',
  'conversations:v1v2',
  'pii',
  'audio-cache:read',
  'audio-cache:write',
  'alerts',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The rights of the key that a request was made with. */
export interface Caller {
  readonly accountId: string;
  /** True if the key is valid for a project. The id may have its prefix. */
  mayUse(projectId: string): boolean;
  /** The first project that the key is valid for. */
  readonly ownProjectId: string;
  may(permission: Permission): boolean;
}

export interface Keyring {
  /** Undefined for a key that is unknown, of another family or of another region: does not distinguish them. */
  callerOf(family: Family, key: string): Caller | undefined;
  readonly projects: readonly Project[];
}

export function createKeyring(keys: readonly ApiKey[], own: Project & { readonly region: Region }): Keyring {
  const entries = keys.map((apiKey) => ({
    family: apiKey.family,
    hash: hashOf(apiKey.key),
    isOfOwnRegion: (apiKey.region ?? own.region) === own.region,
    accountId: bareAccountId(apiKey.accountId ?? own.accountId),
    projectIds: apiKey.projectIds?.map(bareProjectId),
    permissions: apiKey.permissions ?? PERMISSIONS,
  }));
  const byAccount = new Map([[own.accountId, new Set([own.projectId])]]);
  for (const { accountId, projectIds = [] } of entries) {
    const known = byAccount.get(accountId) ?? new Set();
    byAccount.set(accountId, new Set([...known, ...projectIds]));
  }

  return {
    callerOf(family, key) {
      // Hashes are compared, so the time of the comparison does not tell how much of a key was right.
      const hash = hashOf(key);
      const found = entries.find(
        (entry) => entry.hash === hash && entry.family === family && entry.isOfOwnRegion,
      );
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
