import type { Scope } from '../../config/values.ts';

/** A person whom an OpenID provider has signed in. */
export interface Person {
  /** Has an @, as no name of an admin key has. */
  readonly name: string;
  readonly scopes: readonly Scope[];
}
