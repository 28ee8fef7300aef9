import { type DescribedOperation, successOf } from '../../../base/openapi.ts';
import { required } from '../../../protocol/field-readers.ts';
import type { Scope } from '../../session.ts';
import { type Field, fieldOf } from './field.ts';

/** An operation of the admin side, as the OpenAPI document describes it. */
export interface DocumentedOperation {
  readonly id: string;
  /** A verb and its object, such as `Rename attribute`. */
  readonly title: string;
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/admin`; names in braces are fields. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** A key needs one of these. */
  readonly scopes: readonly Scope[];
  /** Required fields first, and last the ids that replace the configured ones. */
  readonly fields: readonly Field[];
  readonly hasBody: boolean;
  /** Media type of the answer; undefined: no body. */
  readonly media: string | undefined;
  /** After it something is gone for good. */
  readonly isDestructive: boolean;
}

const BASE = '/admin';
const METHODS: readonly string[] = [
  'GET',
  'POST',
  'PATCH',
  'DELETE',
] satisfies DocumentedOperation['method'][];

/** `renameAttribute` as `Rename attribute`. */
const titleOf = (id: string): string => {
  const words = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** `readKey` as `read`. */
const scopesOf = (security: DescribedOperation['security']) =>
  (security ?? []).flatMap((scheme) => Object.keys(scheme)).map((name) => name.replace(/Key$/, '') as Scope);

const RANKS: Readonly<Record<Field['role'], number>> = { required: 0, optional: 1, override: 2 };
const inOrder = (fields: readonly Field[]) =>
  [...fields].sort((one, other) => RANKS[one.role] - RANKS[other.role]);

function operationOf(path: string, method: string, described: DescribedOperation): DocumentedOperation {
  const body = described.requestBody?.content['application/json']?.schema;
  const [, answer] = successOf(described) ?? [];
  const parameters = (described.parameters ?? []).flatMap(
    ({ name, in: place, required: isRequired, schema = {} }) =>
      place === 'path' || place === 'query' ? [fieldOf(name, place, schema, isRequired === true)] : [],
  );
  const members = Object.entries(body?.properties ?? {}).map(([name, schema]) =>
    fieldOf(name, 'body', schema, body?.required?.includes(name) === true),
  );
  return {
    id: described.operationId,
    title: titleOf(described.operationId),
    tag: described.tags?.[0] ?? '',
    method: method as DocumentedOperation['method'],
    path: path.slice(BASE.length),
    summary: described.summary ?? '',
    description: described.description ?? '',
    scopes: scopesOf(described.security),
    fields: inOrder([...parameters, ...members]),
    hasBody: body !== undefined,
    media: Object.keys(answer?.content ?? {})[0],
    isDestructive: /^(delete|end|rotate)[A-Z]/.test(described.operationId),
  };
}

/** The operations that a key may call, so not those that only the platform calls. The relay has made the document itself. */
export const operationsAnswer = required(
  'an OpenAPI document',
  (document): readonly DocumentedOperation[] | undefined => {
    const paths = (document as { readonly paths?: object } | null)?.paths;
    return typeof paths === 'object' && paths !== null
      ? Object.entries(paths).flatMap(([path, methods]) =>
          Object.entries(methods as Readonly<Record<string, DescribedOperation>>).flatMap(
            ([name, described]) => {
              const method = name.toUpperCase();
              const isOurs =
                METHODS.includes(method) && path.startsWith(BASE) && described.security?.length !== 0;
              return isOurs ? [operationOf(path, method, described)] : [];
            },
          ),
        )
      : undefined;
  },
);
