/** The part of a session id that the log shows. The whole id is one half of what opens a session. */
export const shortId = (sessionId: string): string => sessionId.slice(0, 8);
