/** The paths of the messaging host. */
export const ACCESS_TOKEN_PATH = '/api/v1/access-token';
export const SESSIONS_PATH = '/api/v1/sessions';
/** Not published: the path of the embedded platform. */
export const CONTEXT_PATH = `${SESSIONS_PATH}/:session_id/context`;
export const SOCKET_PATH = '/ws';
export const MEDIA_PATH = '/media';
export const CONTROL_PATH = '/control';
export const DESK_PATH = '/desk';
