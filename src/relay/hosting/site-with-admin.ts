import type { SiteConfig } from '../config/config.ts';
import { createSite, type SharedParts, type Site } from '../site/site.ts';
import { createSiteAdmin, type SiteAdmin, type SiteAdminPorts } from './site-admin.ts';

/** A site with its admin side. */
export interface SiteWithAdmin extends Site {
  readonly admin: SiteAdmin;
}

export interface SiteWithAdminParts
  extends SharedParts,
    Pick<SiteAdminPorts, 'adminKeys' | 'keyUse' | 'healthOf' | 'visitorsOf' | 'lookup'> {}

export function createSiteWithAdmin(config: SiteConfig, parts: SiteWithAdminParts): SiteWithAdmin {
  const site = createSite(config, parts);
  const { adminKeys, keyUse, healthOf, visitorsOf, lookup, post } = parts;
  return {
    ...site,
    admin: createSiteAdmin({ ...site, adminKeys, keyUse, healthOf, visitorsOf, lookup, post }),
  };
}
