import type { z } from 'zod';
import { jsonErrorIn, type Place } from '../../base/json-error.ts';
import { placeOfMember } from '../../base/json-place.ts';
import { nearestOf } from '../../base/nearest.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { DEFAULT_WIDGET_CONFIG, isAi, type WidgetConfig } from '../../protocol/widget-config.ts';
import { branding, type ReasonNames } from './branding-schema.ts';
import type { Files } from './files.ts';
import { type ConfigIssue, readJson, unknownKey } from './sources.ts';

const KEY = 'FOYER_WIDGET_CONFIG';

/** What an operator is told of a site whose visitors do not learn that a machine answers; undefined if they do. */
export const untoldMachine = (widget: WidgetConfig): string | undefined =>
  isAi(widget)
    ? undefined
    : `agent_kind is ${widget.agent_kind}: visitors are not told that a machine answers, which they must be where one does`;

/** The content of a branding file. */
export interface Branding {
  /** For visitors. */
  readonly widget: WidgetConfig;
  readonly handoffReasons: ReasonNames;
}

/** An issue of a branding file, and where in it. */
export interface BrandingFault {
  readonly issue: ConfigIssue;
  readonly place: Place;
}

/** Reads the text of a branding file. `key` is what the faults begin with. */
export function parseBranding(text: string, key = ''): Result<Branding, readonly BrandingFault[]> {
  const json = readJson(key || 'the file', text);
  if (!json.ok) return err([{ issue: json.error, place: jsonErrorIn(text) ?? { line: 1, column: 1 } }]);
  const parsed = branding.safeParse(json.value);
  if (!parsed.success) return err(parsed.error.issues.flatMap((issue) => faultsOf(issue, text, key)));
  const { handoff_reasons: handoffReasons = {}, ...widget } = parsed.data;
  return ok({ widget, handoffReasons });
}

function faultsOf(issue: z.core.$ZodIssue, text: string, key: string): readonly BrandingFault[] {
  const at = [...(key ? [key] : []), ...issue.path].join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(',');
    return issue.keys.map((name) => ({
      issue: unknownKey(name, nearestOf(name, known), at && `${at}.`),
      place: placeOfMember([...issue.path, name], text),
    }));
  }
  const expected = issue.message.replace(/^.*expected /, '');
  return [{ issue: { key: at, type: 'malformed', expected }, place: placeOfMember(issue.path, text) }];
}

/** Reads the branding file. Without a path it returns the defaults. */
export function readBranding(path: string | undefined, files: Files): Result<Branding, ConfigIssue[]> {
  if (path === undefined) return ok({ widget: DEFAULT_WIDGET_CONFIG, handoffReasons: {} });
  const text = files.read(path);
  if (text === undefined)
    return err([{ key: KEY, type: 'malformed', expected: 'the path of a readable JSON file' }]);
  const read = parseBranding(text, KEY);
  return read.ok ? read : err(read.error.map(({ issue }) => issue));
}
