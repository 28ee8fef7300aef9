import { createRelay, describeIssue, parseConfig } from 'foyer-relay/portable';

/** Opens a relay with settings from wherever the runtime has them. */
export function openRelay(settings) {
  const config = parseConfig(settings, { read: () => undefined });
  if (!config.ok) throw new Error(config.error.map(describeIssue).join('\n'));
  return createRelay(config.value);
}
