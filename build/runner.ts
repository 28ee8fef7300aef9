/** Arguments with which Node runs TypeScript (docs/decisions/0008-node-20-is-the-floor.md). */
export const RUNNER = ['--import', import.meta.resolve('@oxc-node/core/register')];
