/** Ways to identify a caller: by an admin key, by a proxy, or by an OpenID provider. */
export const DOORS = ['key', 'proxy', 'oidc'] as const;
export type Door = (typeof DOORS)[number];
