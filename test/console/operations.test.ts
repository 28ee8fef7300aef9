import { describe, expect, it } from 'vitest';
import { check } from '../../src/console/pages/operations/check.ts';
import { type DocumentedOperation, operationsAnswer } from '../../src/console/pages/operations/document.ts';
import { curlOf, fieldOfError, requestOf } from '../../src/console/pages/operations/request.ts';
import { tablesOf } from '../../src/console/pages/operations/tables.ts';
import { parse } from '../../src/protocol/field-readers.ts';
import { describeOperations } from '../../src/relay/admin/api/openapi-document.ts';
import { adminOperations } from '../../src/relay/admin/operations/admin-operations.ts';

/** Operations are described without anything that performs them. */
const declared = adminOperations({} as never, { config: {}, site: {} } as never);
const read = parse(operationsAnswer, JSON.parse(JSON.stringify(describeOperations(declared))));
const operations = read.ok ? read.value : [];

function operation(id: string): DocumentedOperation {
  const found = operations.find((it) => it.id === id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
}

describe('the operations of the OpenAPI document', () => {
  it('lists all operations that a key may call, with their scopes', () => {
    expect(operations.map((it) => [it.id, it.method, it.path, it.scopes])).toEqual(
      declared.map((it) => [it.id, it.method, `/v1${it.path}`, it.scopes]),
    );
  });

  it('an operation has no two fields of one name, so that an error belongs to one field', () => {
    const doubled = operations.filter(
      ({ fields }) => new Set(fields.map(({ name }) => name)).size < fields.length,
    );
    expect(doubled).toEqual([]);
  });

  it('operations are named by a verb and its object', () => {
    expect(operation('deleteAudioCacheEntries').title).toBe('Delete audio cache entries');
  });

  it('operations ask before something is deleted', () => {
    expect(operations.filter((it) => it.isDestructive).map((it) => it.id)).toEqual([
      'deleteAttribute',
      'deleteAudioCacheEntries',
      'deleteAlertRule',
      'deleteWebhookEndpoint',
      'rotateWebhookSecret',
      'endPreviousWebhookSecret',
      'deleteMessage',
    ]);
    expect(operations.filter((it) => it.method === 'DELETE' && !it.isDestructive)).toEqual([]);
  });

  it('shows a field for each value: required ones first, ids that replace the configured ones last', () => {
    const kindsOf = (id: string) => operation(id).fields.map((it) => [it.name, it.kind, it.role]);
    expect([kindsOf('createWebhookEndpoint'), kindsOf('renameAttribute')]).toEqual([
      [
        ['name', 'line', 'required'],
        ['url', 'line', 'required'],
        ['event_types', 'choices', 'required'],
        ['headers', 'json', 'optional'],
        ['timeout_ms', 'number', 'optional'],
        ['enabled', 'flag', 'optional'],
      ],
      [
        ['attribute_id', 'line', 'required'],
        ['name', 'text', 'required'],
        ['agent_id', 'line', 'override'],
        ['branch_id', 'line', 'override'],
      ],
    ]);
  });

  it('reads no operations from a document that is not one', () => {
    expect([null, 'text', {}].map((it) => parse(operationsAnswer, it).ok)).toEqual([false, false, false]);
  });
});

describe('the request of a form', () => {
  it('sends what was entered in path, query and body, and leaves out the rest', () => {
    const entered = { attribute_id: ' a/1 ', name: 'Tier', branch_id: 'draft', agent_id: ' ' };
    expect(requestOf(operation('renameAttribute'), entered)).toEqual({
      method: 'PATCH',
      address: '/v1/attributes/a%2F1?branch_id=draft',
      body: { name: 'Tier' },
      errors: [{ field: 'attribute_id', message: 'has a form that is not allowed here' }],
    });
  });

  it('sends values of the types of the schema', () => {
    const entered = {
      name: 'Desk',
      url: 'https://desk.example.com/hook',
      event_types: 'alerts.triggered\nalerts.resolved',
      headers: '{"X-Team": "support"}',
      timeout_ms: '5000',
      enabled: 'false',
    };
    expect(requestOf(operation('createWebhookEndpoint'), entered)).toEqual({
      method: 'POST',
      address: '/v1/webhook-endpoints',
      body: {
        name: 'Desk',
        url: 'https://desk.example.com/hook',
        event_types: ['alerts.triggered', 'alerts.resolved'],
        headers: { 'X-Team': 'support' },
        timeout_ms: 5000,
        enabled: false,
      },
      errors: [],
    });
  });

  it('takes ids one a line, without empty lines', () => {
    const { body } = requestOf(operation('deleteAudioCacheEntries'), { ids: 'a\n\n  b \n' });
    expect(body).toEqual({ ids: ['a', 'b'] });
  });

  it('repeats the name of a list in the query', () => {
    const { address } = requestOf(operation('listConversations'), {
      channel: 'WEBCHAT\nVOICE-SIP',
      limit: '20',
    });
    expect(address).toBe('/v1/conversations?channel=WEBCHAT&channel=VOICE-SIP&limit=20');
  });

  it.each<[string, string, Record<string, string>, string[]]>([
    ['a missing one', 'createAttribute', {}, ['name is required']],
    [
      'a word that is none of those allowed',
      'getConcurrency',
      { start_time: '2026-03-01T09:00:00Z', end_time: 'soon', client_env: 'test' },
      [
        'end_time must have a form such as 2026-03-02T09:00:00Z',
        'client_env must be one of sandbox, pre-release, live',
      ],
    ],
    ['no number', 'listAudioCache', { limit: 'ten' }, ['limit must be an integer']],
    ['a fraction', 'listAudioCache', { limit: '1.5' }, ['limit must be an integer']],
    ['too small a number', 'listAudioCache', { limit: '0' }, ['limit must be at least 1']],
    ['too large a number', 'listAudioCache', { limit: '201' }, ['limit must be at most 200']],
    [
      'too many entries',
      'deleteAudioCacheEntries',
      { ids: Array.from({ length: 21 }, (_, nth) => `id${nth}`).join('\n') },
      ['ids must have at most 20 entries'],
    ],
    [
      'another form',
      'getWebhookEndpoint',
      { endpoint_id: '7' },
      ['endpoint_id must have a form such as whe_9ZtRcXw3nByK5pVqMaEfJs'],
    ],
    [
      'no JSON',
      'annotateConversation',
      { conversation_id: 'c1', annotations: '[{"turnId": 1,]' },
      ['annotations must be JSON; it is not from line 1, column 15 on'],
    ],
    [
      'JSON of another shape',
      'annotateConversation',
      { conversation_id: 'c1', annotations: '[{"turnId": -1, "role": "bot", "who": "me"}]' },
      [
        'annotations.0.annotationType is required',
        'annotations.0.turnId must be at least 0',
        'annotations.0.role must be one of user, agent',
        'annotations.0.who is not known here',
      ],
    ],
  ])('says at the field what is wrong: %s', (_, id, entered, expected) => {
    const { errors } = requestOf(operation(id), entered);
    expect(errors.map(({ field, message }) => `${field} ${message}`)).toEqual(expected);
  });

  it('writes the request for a shell, without the key of the person', () => {
    const request = requestOf(operation('renameAttribute'), { attribute_id: 'a1', name: "Ada's $(tier)" });
    expect(curlOf(request, 'https://relay.example.com')).toBe(
      `curl -sS -X PATCH 'https://relay.example.com/admin/v1/attributes/a1' \\
  -H "Authorization: Bearer $FOYER_ADMIN_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ada'\\''s $(tier)"}'`,
    );
  });

  it('names a value of the path that is missing', () => {
    expect(requestOf(operation('deleteAttribute'), {}).address).toBe('/v1/attributes/ATTRIBUTE_ID');
  });
});

describe('an error of the relay', () => {
  it.each([
    ['annotations', 'annotations'],
    ['annotations.0.role', 'annotations'],
    ['annotation', undefined],
    ['constructor', undefined],
  ])('an error about %s belongs to the field %s', (field, name) => {
    const { fields } = operation('annotateConversation');
    expect(fieldOfError(fields, { field, message: 'is wrong' })?.name).toBe(name);
  });
});

describe('a value', () => {
  it('accepts more members than the schema names where it allows them', () => {
    const schema = { type: 'object', additionalProperties: { type: 'string', maxLength: 2 } };
    expect(check(schema, { a: 'ab', b: 'abc', c: 1 }, 'headers')).toEqual([
      { field: 'headers.b', message: 'must have at most 2 characters' },
      { field: 'headers.c', message: 'must be a string' },
    ]);
  });

  it('accepts null where the schema allows it', () => {
    expect(check({ type: ['string', 'null'] }, null, 'project_id')).toEqual([]);
  });
});

describe('an answer as tables', () => {
  it('shows a row for each value, such as each id that was deleted', () => {
    expect(tablesOf({ deleted: ['a', 'b'], failed: [], at: null })).toEqual([
      {
        caption: undefined,
        columns: [],
        rows: [
          ['deleted', 'a'],
          ['deleted', 'b'],
          ['failed', ''],
          ['at', ''],
        ],
      },
    ]);
  });

  it('shows a table for each list of objects, with all their members', () => {
    expect(
      tablesOf({
        total: 2,
        entries: [
          { id: 'a', hits: 3 },
          { id: 'b', more: { x: 1 } },
        ],
      }),
    ).toEqual([
      { caption: undefined, columns: [], rows: [['total', '2']] },
      {
        caption: 'entries',
        columns: ['id', 'hits', 'more'],
        rows: [
          ['a', '3', ''],
          ['b', '', '{"x":1}'],
        ],
      },
    ]);
  });

  it('shows an answer that is a list itself as a table', () => {
    expect(tablesOf([{ id: 'a' }])).toEqual([{ caption: undefined, columns: ['id'], rows: [['a']] }]);
  });
});
