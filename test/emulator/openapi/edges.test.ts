import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANSWERED, NEEDED } from './answered.ts';
import type { Sent } from './client.ts';
import { type Answer, faultsInRequest, type Operation, operations } from './contract.ts';
import type { Schema } from './documents/schema.ts';
import { type Edge, edgesOfField, edgesOfParameter } from './edges.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Case extends Edge {
  readonly name: string;
  readonly sent: Sent;
}

const without = (fields: object = {}, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([it]) => it !== name));

function casesOfQuery({ id, query }: Operation): readonly Case[] {
  return query.flatMap(({ name, schema, required }) => {
    const others = { ...NEEDED[id], ...NEEDED[name] };
    const missing = { value: undefined, isTaken: false, sent: { params: without(others, name) } };
    const edges = edgesOfParameter(schema as Schema).map((edge) => ({
      ...edge,
      sent: { params: { ...others, [name]: String(edge.value) } },
    }));
    return [...edges, ...(required ? [missing] : [])].map((it) => ({ ...it, name }));
  });
}

function casesOfBody({ id, body: schema }: Operation): readonly Case[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [], additionalProperties } = schema;
  const [{ params = {}, body } = {}] = Object.values(ANSWERED[id] ?? {});
  const right = body as Readonly<Record<string, unknown>>;
  const caseOf = (name: string, value: unknown, isTaken: boolean): Case => {
    const changed = value === undefined ? without(right, name) : { ...right, [name]: value };
    return { name, value, isTaken, sent: { params, body: changed } };
  };
  return [
    ...Object.entries(properties).flatMap(([name, it]) =>
      edgesOfField(it as Schema, right[name]).map(({ value, isTaken }) => caseOf(name, value, isTaken)),
    ),
    ...required.map((name) => caseOf(name, undefined, false)),
    ...(additionalProperties === false ? [caseOf('colour', 'red', false)] : []),
  ];
}

/** Rules and endpoints are at most ten: what a test adds goes again. */
async function removed({ id }: Operation, { status, body }: Answer): Promise<void> {
  if (status !== 201) return;
  const made = (body as { id: string }).id;
  if (id === 'createAlertRule') await world.ask('deleteAlertRule', { params: { rule_id: made } });
  if (id === 'createWebhookEndpoint')
    await world.ask('deleteWebhookEndpoint', { params: { endpoint_id: made } });
}

/** What the platform does with a request; a refusal has to say what is wrong, where it can. */
function outcomeOf({ family }: Operation, name: string, { status, body }: Answer): string {
  // spec, Errors: 501 is for values that are known and cannot be had.
  if (status < 300 || status === 501) return 'taken';
  const isNamed = family === 'messaging' || JSON.stringify(body).includes(name);
  return isNamed && (status === 400 || status === 422) ? 'refused' : `${status} ${JSON.stringify(body)}`;
}

const LIMITED = operations
  .map((it) => [it.id, it, [...casesOfQuery(it), ...casesOfBody(it)]] as const)
  .filter(([, , cases]) => cases.length > 0);

it.each(LIMITED)(
  '%s takes all that its document takes, to the edges, and no more',
  async (id, operation, cases) => {
    const found = [];
    for (const { name, value, sent } of cases) {
      const { request, answer } = await world.ask(id, sent);
      await removed(operation, answer);
      const byDocument = faultsInRequest(id, request).length === 0 ? 'taken' : 'refused';
      found.push([name, value, byDocument, outcomeOf(operation, name, answer)]);
    }
    expect(found).toEqual(
      cases.map(({ name, value, isTaken }) => [name, value, ...Array(2).fill(isTaken ? 'taken' : 'refused')]),
    );
  },
);

const DEFAULTS = operations.flatMap(({ id, query }) =>
  query.flatMap(({ name, schema }) => {
    const { default: value } = schema as Schema;
    return value === undefined ? [] : [[id, name, value] as const];
  }),
);

it.each(DEFAULTS)('%s takes %s for %j when it is left out', async (id, name, value) => {
  const params = NEEDED[id] ?? {};
  const [left, given] = [
    await world.ask(id, { params }),
    await world.ask(id, { params: { ...params, [name]: String(value) } }),
  ];
  // Recordings are long: byte by byte the matcher would take seconds.
  expect([left.answer.status, isDeepStrictEqual(left.answer.body, given.answer.body)]).toEqual([200, true]);
});
