import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOUNDARY_STEP } from '../../support/sizes.ts';
import { type BoundaryValue, fieldBoundaries, parameterBoundaries } from './boundary-values.ts';
import type { RequestInput } from './document-client.ts';
import { type Answer, issuesInRequest, type Operation, operations } from './document-validator.ts';
import type { Schema } from './documents/schema.ts';
import { type RunningPlatform, startPlatform } from './running-platform.ts';
import { REQUIRED_PARAMS, SUCCESSFUL_REQUESTS } from './successful-requests.ts';

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

interface Case extends BoundaryValue {
  readonly name: string;
  readonly input: RequestInput;
}

const without = (fields: object = {}, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([value]) => value !== name));

function queryCasesOf({ id, query }: Operation): readonly Case[] {
  return query.flatMap(({ name, schema, required }) => {
    const others = { ...REQUIRED_PARAMS[id], ...REQUIRED_PARAMS[name] };
    const missing = { value: undefined, isValid: false, input: { params: without(others, name) } };
    const edges = parameterBoundaries(schema as Schema).map((edge) => ({
      ...edge,
      input: { params: { ...others, [name]: String(edge.value) } },
    }));
    return [...edges, ...(required ? [missing] : [])].map((item) => ({ ...item, name }));
  });
}

function bodyCasesOf({ id, body: schema }: Operation): readonly Case[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [], additionalProperties } = schema;
  const [{ params = {}, body } = {}] = Object.values(SUCCESSFUL_REQUESTS[id] ?? {});
  const validBody = body as Readonly<Record<string, unknown>>;
  const caseOf = (name: string, value: unknown, isValid: boolean): Case => {
    const changed = value === undefined ? without(validBody, name) : { ...validBody, [name]: value };
    return { name, value, isValid: isValid, input: { params, body: changed } };
  };
  return [
    ...Object.entries(properties).flatMap(([name, item]) =>
      fieldBoundaries(item as Schema, validBody[name]).map(({ value, isValid }) =>
        caseOf(name, value, isValid),
      ),
    ),
    ...required.map((name) => caseOf(name, undefined, false)),
    ...(additionalProperties === false ? [caseOf('colour', 'red', false)] : []),
  ];
}

/** Deletes a created rule or endpoint, so that the limit of ten is never reached. */
async function removeCreated({ id }: Operation, { status, body }: Answer): Promise<void> {
  if (status !== 201) return;
  const createdId = (body as { id: string }).id;
  if (id === 'createAlertRule') await platform.ask('deleteAlertRule', { params: { rule_id: createdId } });
  if (id === 'createWebhookEndpoint')
    await platform.ask('deleteWebhookEndpoint', { params: { endpoint_id: createdId } });
}

/** True if the platform accepted a request. A refusal must name the parameter, except on the messaging host. */
function outcomeOf({ family }: Operation, name: string, { status, body }: Answer): string {
  // 501 is for known values, so it counts as accepted.
  if (status < 300 || status === 501) return 'accepted';
  const isNamed = family === 'messaging' || JSON.stringify(body).includes(name);
  return isNamed && (status === 400 || status === 422) ? 'refused' : `${status} ${JSON.stringify(body)}`;
}

const OPERATIONS_WITH_CASES = operations
  .map((operation, offset) => {
    const cases = [...queryCasesOf(operation), ...bodyCasesOf(operation)];
    return [operation.id, operation, cases.filter((_, at) => (at + offset) % BOUNDARY_STEP === 0)] as const;
  })
  .filter(([, , cases]) => cases.length > 0);

it.each(OPERATIONS_WITH_CASES)(
  '%s accepts exactly the values that its document accepts',
  async (id, operation, cases) => {
    const found = [];
    for (const { name, value, input } of cases) {
      const { request, answer } = await platform.ask(id, input);
      await removeCreated(operation, answer);
      const byDocument = issuesInRequest(id, request).length === 0 ? 'accepted' : 'refused';
      found.push([name, value, byDocument, outcomeOf(operation, name, answer)]);
    }
    expect(found).toEqual(
      cases.map(({ name, value, isValid }) => [
        name,
        value,
        ...Array(2).fill(isValid ? 'accepted' : 'refused'),
      ]),
    );
  },
);

const DEFAULTS = operations.flatMap(({ id, query }) =>
  query.flatMap(({ name, schema }) => {
    const { default: value } = schema as Schema;
    return value === undefined ? [] : [[id, name, value] as const];
  }),
);

it.each(DEFAULTS)('%s answers without %s as with its default %j', async (id, name, value) => {
  const params = REQUIRED_PARAMS[id] ?? {};
  const [omitted, given] = [
    await platform.ask(id, { params }),
    await platform.ask(id, { params: { ...params, [name]: String(value) } }),
  ];
  // Vitest's matcher would take seconds for the bytes of a recording.
  expect([omitted.answer.status, isDeepStrictEqual(omitted.answer.body, given.answer.body)]).toEqual([
    200,
    true,
  ]);
});
