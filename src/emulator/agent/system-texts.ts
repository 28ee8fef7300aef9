/** What the platform itself says when the agent fails (messaging §10). */
export const FAILED = 'Sorry, I encountered an error. Please try again.';
export const OVERLOADED = 'Our system is experiencing high load. Please try again in a moment.';
export const NOT_FORWARDED = 'Failed to forward message to live agent';
