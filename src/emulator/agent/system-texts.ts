/** System messages that the platform sends when the agent fails (M-10.2, M-10.3, M-10.10). */
export const FAILED = 'Sorry, I encountered an error. Please try again.';
export const OVERLOADED = 'Our system is experiencing high load. Please try again in a moment.';
export const NOT_FORWARDED = 'Failed to forward message to live agent';
