/**
 * S-105: another spelling of a path. An edge that lets only `/chat/*` through compares text; URL parsing resolves dot segments and
 * routing decodes, so the same request would reach another route. Escapes of unreserved characters (RFC 3986 §2.3), of `/` and of `\`.
 */
const OTHER_SPELLING = /\/\/|[\\#]|\/\.\.?(?:\/|$)|%(?:2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])/i;

/** The origin of a target in absolute form (RFC 9112 §3.2.2). */
const ORIGIN = /^[a-z]+:\/\/[^/?#\\]*/i;

/** The path of a request target, as it was sent. */
export const pathOf = (target: string): string => target.replace(ORIGIN, '').split('?', 1)[0] ?? '';

/** True if the path of a request target, as it was sent, is the only spelling of its route. */
export const isPlainPath = (target: string): boolean => !OTHER_SPELLING.test(pathOf(target));
