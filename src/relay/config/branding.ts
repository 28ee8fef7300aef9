import { parseJson } from '../../base/bounded-body.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../protocol/widget-config.ts';
import { branding } from './branding-schema.ts';
import type { Files } from './files.ts';
import type { ConfigIssue } from './sources.ts';

const KEY = 'FOYER_WIDGET_CONFIG';

/** Reads the branding file. Without a path it returns the defaults. */
export function readBranding(path: string | undefined, files: Files): Result<WidgetConfig, ConfigIssue[]> {
  if (path === undefined) return ok(DEFAULT_WIDGET_CONFIG);
  const text = files.read(path);
  const json = text === undefined ? undefined : parseJson(text);
  if (json === undefined)
    return err([{ key: KEY, is: 'malformed', expected: 'the path of a readable JSON file' }]);
  const parsed = branding.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  return err(
    parsed.error.issues.map((issue) => ({
      key: [KEY, ...issue.path].join('.'),
      is: 'malformed',
      expected: issue.message.replace(/^.*expected /, ''),
    })),
  );
}
