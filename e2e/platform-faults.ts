import type { Demo } from '../src/cli/demo.ts';

async function call(demo: Demo, method: 'POST' | 'DELETE', fault?: object): Promise<void> {
  const { status } = await fetch(`${demo.emulator.messagingUrl}/control/faults`, {
    method,
    headers: {
      Origin: demo.siteUrl,
      Authorization: `Bearer ${demo.controlKey}`,
      'Content-Type': 'application/json',
    },
    ...(fault && { body: JSON.stringify(fault) }),
  });
  if (status >= 300) throw new Error(`unable to ${method} a fault; the platform answered ${status}`);
}

/** Injects a fault of docs/platform-emulator.md into the platform. */
export const injectFault = (demo: Demo, fault: object) => call(demo, 'POST', fault);

export const clearFaults = (demo: Demo) => call(demo, 'DELETE');
