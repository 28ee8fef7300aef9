import { err, ok, type Result } from '../../../base/result.ts';
import type { SiteConfig } from '../../config/config.ts';
import type { Failure } from '../../http/problem.ts';
import type { Actor } from '../access/access.ts';

/** The query parameter that chooses the site of a call. */
export const SITE_PARAMETER = 'site';

/** Longer texts are no site names. */
const MAX_NAME = 32;

interface SomeSite {
  readonly site: Pick<SiteConfig, 'name'>;
}

/** The sites that an actor may choose; empty if the configuration names no sites. */
export const sitesFor = ({ site }: Pick<Actor, 'site'>, all: readonly SomeSite[]): readonly string[] =>
  all
    .map((candidate) => candidate.site.name)
    .filter((name) => name !== '' && (site === undefined || site === name));

const invalid = (message: string): Failure => ({
  failed: 'invalid-request',
  errors: [{ field: SITE_PARAMETER, message }],
});

/** Returns the site of a call: the named one, or the only one that the actor may choose. */
export function chooseSite<S extends SomeSite>(
  request: Request,
  actor: Pick<Actor, 'site'>,
  all: readonly [S, ...S[]],
): Result<S, Failure> {
  const [first] = all;
  if (first.site.name === '') return ok(first);
  const names = sitesFor(actor, all);
  const [given, ...more] = new URL(request.url).searchParams.getAll(SITE_PARAMETER);
  // The same answer as for an unknown site: a key of one site reveals nothing about others.
  if (actor.site !== undefined && given !== undefined && given !== actor.site)
    return err({
      failed: 'outside-binding',
      bound: [`site ${actor.site}`],
      about: `site ${given.slice(0, MAX_NAME)}`,
    });
  const wanted = given ?? (names.length === 1 ? names[0] : undefined);
  const found = more.length === 0 ? all.find(({ site }) => site.name === wanted) : undefined;
  return found ? ok(found) : err(invalid(`must be one of ${names.join(', ')}`));
}
