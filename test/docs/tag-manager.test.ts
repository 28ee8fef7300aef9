import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const text = readFileSync(resolve(import.meta.dirname, '../../public/tag-manager/foyer-chat.tpl'), 'utf8');
/** Names and contents by turns, after what stands before the first name. */
const [, ...parts] = text.split(/^___([A-Z_]+)___$/m);
const sections = new Map(
  parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1]?.trim() ?? '']] : [])) as [
    string,
    string,
  ][],
);
const json = (name: string) => JSON.parse(sections.get(name) ?? '');

/** Runs the template's script as the Tag Manager does, and returns the calls of its interface. */
function run(data: object): unknown[] {
  const calls: unknown[] = [];
  const apis: Readonly<Record<string, unknown>> = {
    createQueue: (name: string) => (call: unknown) => calls.push([name, call]),
    injectScript: (url: string, ...[, , token]: unknown[]) => calls.push([url, token]),
    makeTableMap: (rows: readonly Record<string, string>[], key: string, value: string) =>
      Object.fromEntries(rows.map((row) => [row[key], row[value]])),
  };
  const all = { gtmOnSuccess() {}, gtmOnFailure() {}, ...data };
  const script = sections.get('SANDBOXED_JS_FOR_WEB_TEMPLATE') ?? '';
  runInNewContext(script, { require: (name: string) => apis[name], data: all });
  return calls;
}

describe('the template for Google Tag Manager', () => {
  it('loads the widget of the relay, and nothing else', () => {
    expect(run({ relay: 'https://chat.example.com' })).toEqual([
      ['https://chat.example.com/widget.js', 'foyer'],
    ]);
  });

  it('puts its calls before the script, in order', () => {
    const context = [{ name: 'order', value: '4711' }];
    expect(run({ relay: 'https://chat.example.com', context, open: true })).toEqual([
      ['Foyer', ['setContext', { order: '4711' }]],
      ['Foyer', ['open']],
      ['https://chat.example.com/widget.js', 'foyer'],
    ]);
  });

  it('pushes the names of events where its owner wants it, and never a text', () => {
    const calls = run({ relay: 'https://chat.example.com', events: true }) as [string, unknown[]][];
    const listeners = calls.flatMap(([queue, call]) =>
      queue === 'Foyer' ? [call as [string, string, (detail: object) => unknown]] : [],
    );
    const before = calls.length;
    const emit = (name: string, detail: object) =>
      listeners.filter(([, event]) => event === name).map(([, , listener]) => listener(detail));
    const answers = [
      emit('open', {}),
      emit('message', { id: 'm1', author: 'user', text: 'my secret' }),
      emit('message', { id: 'm2', author: 'agent', text: 'your secret' }),
      emit('link', { url: 'https://shop.example/secret', messageId: 'm2' }),
      ...['requested', 'queued', 'live', 'none', 'queued'].map((status) => emit('handoff', { status })),
      emit('feedback', { rating: 'up', text: 'a secret' }),
      emit('close', {}),
    ];
    // An answer of `false` would take a link.
    expect(answers.flat().filter((answer) => answer !== undefined)).toEqual([]);
    expect(calls.slice(before)).toEqual(
      ['open', 'message_sent', 'message_received', 'link', 'handoff', 'handoff', 'feedback', 'close'].map(
        (name) => ['dataLayer', { event: `foyer_${name}` }],
      ),
    );
  });

  it('asks for the permissions that its script needs, and names its fields', () => {
    const permissions = json('WEB_PERMISSIONS') as { instance: { key: { publicId: string } } }[];
    expect(permissions.map(({ instance }) => instance.key.publicId)).toEqual([
      'access_globals',
      'inject_script',
    ]);
    expect((json('TEMPLATE_PARAMETERS') as { name: string }[]).map(({ name }) => name)).toEqual([
      'relay',
      'open',
      'events',
      'context',
    ]);
    expect(json('INFO')).toMatchObject({ type: 'TAG', containerContexts: ['WEB'] });
  });
});
