/** A failure of the agent, named as the metric that counts it. */
export type AgentFailure = 'api_errors' | 'function_errors' | 'call_crashes';
