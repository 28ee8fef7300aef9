import type { z } from 'zod';
import { nearestOf } from '../../base/nearest.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { DEFAULT_WIDGET_CONFIG, type WidgetConfig } from '../../protocol/widget-config.ts';
import { branding } from './branding-schema.ts';
import type { Files } from './files.ts';
import { type ConfigIssue, readJson, unknownKey } from './sources.ts';

const KEY = 'FOYER_WIDGET_CONFIG';

/** Reads the branding file. Without a path it returns the defaults. */
export function readBranding(path: string | undefined, files: Files): Result<WidgetConfig, ConfigIssue[]> {
  if (path === undefined) return ok(DEFAULT_WIDGET_CONFIG);
  const text = files.read(path);
  if (text === undefined)
    return err([{ key: KEY, type: 'malformed', expected: 'the path of a readable JSON file' }]);
  const json = readJson(KEY, text);
  if (!json.ok) return err([json.error]);
  const parsed = branding.safeParse(json.value);
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.flatMap(configIssues));
}

function configIssues(issue: z.core.$ZodIssue): readonly ConfigIssue[] {
  const key = [KEY, ...issue.path].join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(',');
    return issue.keys.map((name) => unknownKey(name, nearestOf(name, known), `${key}.`));
  }
  return [{ key, type: 'malformed', expected: issue.message.replace(/^.*expected /, '') }];
}
