/** Arguments with which Node runs TypeScript (docs/decisions/0008-node-20-is-the-floor.md). */
export const RUNNER = ['--import', '@oxc-node/core/register'];
