import type { z } from 'zod';
import { placeOfMember } from '../../base/json-place.ts';
import { nearestOf } from '../../base/nearest.ts';
import { err, ok, type Result } from '../../base/result.ts';
import {
  DEFAULT_WIDGET_CONFIG,
  isAi,
  type LauncherRules,
  type PromptRule,
  type WidgetConfig,
} from '../../protocol/widget-config.ts';
import type { AvailabilityRules } from './availability-schema.ts';
import { branding, type ReasonNames } from './branding-schema.ts';
import type { Files } from './files.ts';
import { type ConfigIssue, readJson, unknownKey } from './sources.ts';

const KEY = 'FOYER_WIDGET_CONFIG';

/** The operator's warning about a site that does not disclose AI to its visitors; undefined if it does. */
export const undisclosedAiWarning = (widget: WidgetConfig): string | undefined =>
  isAi(widget)
    ? undefined
    : `agent_kind is ${widget.agent_kind}: visitors are not told that a machine answers; tell them if one does`;

/** The content of a branding file. */
export interface Branding {
  /** For visitors. */
  readonly widget: WidgetConfig;
  readonly handoffReasons: ReasonNames;
  readonly availability: AvailabilityRules;
}

/** The rules that the script itself follows. undefined: none, so that it loads nothing for them. */
function launcherRules(
  { hours }: AvailabilityRules,
  prompts: readonly PromptRule[] = [],
): LauncherRules | undefined {
  const appears = hours?.outside === 'hide' ? ('later' as const) : undefined;
  if (!appears && prompts.length === 0) return undefined;
  return { ...(appears && { appears }), ...(prompts.length > 0 && { prompts }) };
}

/** Parses a branding file. Issues name the place in `file`. */
export function parseBranding(text: string, file: string): Result<Branding, readonly ConfigIssue[]> {
  const json = readJson(KEY, text);
  if (!json.ok) return err([{ ...json.error, at: file }]);
  const parsed = branding.safeParse(json.value);
  if (!parsed.success) return err(parsed.error.issues.flatMap((issue) => issuesOf(issue, text, file)));
  const { handoff_reasons: handoffReasons = {}, availability = {}, prompts, ...shown } = parsed.data;
  const launcher = launcherRules(availability, prompts);
  const { messages = availability.hours?.outside === 'message' } = shown;
  const widget = { ...shown, ...(messages && { messages }), ...(launcher && { launcher }) };
  return ok({ widget, handoffReasons, availability });
}

function issuesOf(issue: z.core.$ZodIssue, text: string, file: string): readonly ConfigIssue[] {
  const key = [KEY, ...issue.path].join('.');
  const placeOf = (path: readonly PropertyKey[]) => {
    const { line, column } = placeOfMember(path, text);
    return `${file}:${line}:${column}`;
  };
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(',');
    return issue.keys.map((name) => ({
      ...unknownKey(name, nearestOf(name, known), `${key}.`),
      at: placeOf([...issue.path, name]),
    }));
  }
  const expected = issue.message.replace(/^.*expected /, '');
  return [{ key, type: 'malformed', expected, at: placeOf(issue.path) }];
}

/** Reads the branding file. Without a path it returns the defaults. */
export function readBranding(
  path: string | undefined,
  files: Files,
): Result<Branding, readonly ConfigIssue[]> {
  if (path === undefined) return ok({ widget: DEFAULT_WIDGET_CONFIG, handoffReasons: {}, availability: {} });
  const text = files.read(path);
  return text === undefined
    ? err([{ key: KEY, type: 'malformed', expected: 'the path of a readable JSON file' }])
    : parseBranding(text, path);
}
