import type { Emulator } from '../emulator/index.ts';

/** The settings that a relay needs to use this platform. */
export const settingsFor = (emulator: Emulator) => ({
  FOYER_MESSAGING_URL: emulator.messagingUrl,
  FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
  FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
  FOYER_BASE_URL: emulator.baseUrl,
  FOYER_BASE_API_KEY: emulator.baseKey,
  FOYER_PLATFORM_URL: emulator.platformUrl,
  FOYER_PLATFORM_API_KEY: emulator.platformKey,
  FOYER_OUTBOUND_URL: emulator.outboundUrl,
  FOYER_OUTBOUND_TOKEN: emulator.outboundToken,
  FOYER_ACCOUNT_ID: emulator.accountId,
  FOYER_PROJECT_ID: emulator.projectId,
  FOYER_BRANCH_ID: emulator.branchId,
});
