import type { Scope } from '../../config/values.ts';

/** A person whom an OpenID provider has signed in. */
export interface Person {
  /** Contains an @, unlike names of admin keys. */
  readonly name: string;
  readonly scopes: readonly Scope[];
}
