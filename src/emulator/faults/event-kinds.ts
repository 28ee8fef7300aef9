import { parseJson } from '../../base/bounded-body.ts';

/** An event type without prefix and dialect infix. */
export const bareKind = (type: string): string =>
  type.replace(/^EVENT_TYPE_/, '').replace(/^(REQUEST_)?(?:SERVICE|POLY)_AGENT_/, '$1AGENT_');

/** The event type of a frame; undefined when the frame has none. */
export function kindOf(frame: string): string | undefined {
  const value = parseJson(frame);
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  return typeof type === 'string' ? bareKind(type) : undefined;
}
