import { settingsFor } from '../../../src/cli/emulator-settings.ts';
import type { Emulator } from '../../../src/emulator/index.ts';
import { parseConfig } from '../../../src/relay/index.ts';
import { ADMIN_ENV } from './admin.ts';

/** The configuration of a relay in front of an embedded platform, on any free port and without a log. */
export function configFor(emulator: Emulator, env: Readonly<Record<string, string>> = {}) {
  const config = parseConfig(
    {
      ...settingsFor(emulator),
      ...ADMIN_ENV,
      FOYER_PORT: '0',
      FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
      FOYER_LOG_LEVEL: 'silent',
      ...env,
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return config.value;
}
