import { unreachable } from '../base/unreachable.ts';
import type { Dialect } from '../protocol/dialect.ts';
import type { Family, KeyKind, PresetParam } from './endpoint.ts';
import { hostIssue, regionOf } from './host-address.ts';

/** Memory of a host's dialect, for callers that do not know it (M-1.8). Its promises must not reject. */
export interface DialectMemory {
  /** undefined until the host has shown its dialect. */
  read(): Promise<Dialect | undefined>;
  learn(dialect: Dialect): Promise<void>;
}

/** Address and key of a host. Contains a secret: never log it. */
export interface Host {
  readonly family: Family;
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** Keys for the endpoints that have their own; default: the key of the host. */
  readonly keys?: { readonly [Kind in KeyKind]?: string | undefined } | undefined;
  /** Selects the name of the key header; `service` by default. With a memory the other name is tried after a 401 (M-1.5). */
  readonly dialect?: Dialect | DialectMemory | undefined;
  /** Further values that no error may contain. */
  readonly secrets?: readonly string[] | undefined;
  readonly presets: Partial<Record<PresetParam, string>>;
}

/** Every key of a host. */
export const allKeysOf = ({ key, keys = {} }: Host): readonly string[] => [
  key,
  ...Object.values(keys).filter((extraKey) => extraKey !== undefined),
];

const PRINTABLE = /^[\x21-\x7e]+$/;

/** @throws TypeError when the address or the key is malformed: the configuration is wrong. */
export function createHost(host: Host): Host {
  const issue = hostIssue(host.family, 'url', host.url);
  if (issue) throw new TypeError(`unable to use the ${host.family} host; expected ${issue.expected}`);
  if (!allKeysOf(host).every((key) => PRINTABLE.test(key))) {
    throw new TypeError(`unable to use the ${host.family} host; expected a key of printable ASCII`);
  }
  return { ...host, url: host.url.replace(/\/+$/, '') };
}

/** Possible reasons why a key was refused, as text for the operator. */
export function regionNote({ family, url }: Host): string {
  const region = regionOf(family, url);
  const place = region ? ` (this host is of region ${region})` : '';
  switch (family) {
    case 'base':
      return `The key is missing, wrong, or of another region${place}; a key of the global studio works on the studio host only.`;
    case 'platform':
      return `The key is missing, wrong, or of another region or project${place}; v3 has keys of its own.`;
    case 'outbound':
      return 'The token is missing, wrong, or of another project, or outbound calling is not enabled for the project.';
    default:
      return unreachable(family);
  }
}
