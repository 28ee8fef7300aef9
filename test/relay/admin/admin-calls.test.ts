import { expectTypeOf, it } from 'vitest';
import type { AdminCalls } from '../../../src/relay/admin/operations/admin-operations.ts';

type Call<Id extends keyof AdminCalls> = AdminCalls[Id];

it('a call of an operation has its method and its path', () => {
  expectTypeOf<Call<'updateAlertRule'>['method']>().toEqualTypeOf<'PATCH'>();
  expectTypeOf<Call<'updateAlertRule'>['path']>().toEqualTypeOf<'/alert-rules/{rule_id}'>();
});

it('a call has the ids in its path, and optional ids in its query', () => {
  expectTypeOf<Call<'renameAttribute'>['params']>().toEqualTypeOf<{ attribute_id: string }>();
  expectTypeOf<Call<'renameAttribute'>['query']>().toEqualTypeOf<{
    agent_id?: string | undefined;
    branch_id?: string | undefined;
  }>();
  expectTypeOf<Call<'getBehavior'>['params']>().toEqualTypeOf<Record<string, never>>();
});

it('a call has the filters of its query with their values', () => {
  expectTypeOf<Call<'listConversations'>['query']['version']>().toEqualTypeOf<
    'v3' | 'v2' | 'v1' | undefined
  >();
  expectTypeOf<Call<'listConversations'>['query']['account_id']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Call<'getConcurrency'>['query']['start_time']>().toEqualTypeOf<string>();
  expectTypeOf<Call<'getConcurrency'>['query']>().not.toHaveProperty('no_such_filter');
});

it('a call has the body and the answer of its operation', () => {
  expectTypeOf<Call<'renameAttribute'>['body']>().toEqualTypeOf<{ name: string }>();
  expectTypeOf<Call<'lintBehavior'>['answer']['ok']>().toEqualTypeOf<boolean>();
  expectTypeOf<Call<'createWebhookEndpoint'>['answer']['signing_secret']>().toEqualTypeOf<string>();
  expectTypeOf<Call<'getBehavior'>['body']>().toEqualTypeOf<Record<string, never>>();
  expectTypeOf<Call<'streamEvents'>['answer']>().toEqualTypeOf<undefined>();
  expectTypeOf<Call<'deleteAlertRule'>['answer']>().toEqualTypeOf<undefined>();
});

it('every operation has a known id and the params of its path', () => {
  // @ts-expect-error an id that no operation has
  expectTypeOf<Call<'noSuchOperation'>>();
  type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
  type NameOf<Params> = string extends keyof Params ? never : keyof Params;
  type Broken = {
    [Id in keyof AdminCalls]: [NamesIn<Call<Id>['path']>] extends [NameOf<Call<Id>['params']>] ? never : Id;
  }[keyof AdminCalls];
  expectTypeOf<Broken>().toEqualTypeOf<never>();
});

it('an overview has typed figures', () => {
  type Overview = Call<'getOverview'>['answer'];
  expectTypeOf<Overview['totals']['latency_p95_ms']>().toEqualTypeOf<number | null>();
  expectTypeOf<Overview['series'][number]['known']>().toEqualTypeOf<'all' | 'part' | 'none'>();
  expectTypeOf<Call<'getInsights'>['query']['by']>().toEqualTypeOf<
    'channel' | 'variant' | 'environment' | undefined
  >();
});
