import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.ts';
import { readBranding } from '../relay/config/branding.ts';
import { readSettings } from '../relay/config/sources.ts';
import { describeIssue } from '../relay/index.ts';
import { ENCODERS } from '../relay/node/encoders.ts';
import { folderAt } from '../relay/node/files.ts';
import { contentWith } from '../relay/pages/content.ts';
import { createBrowserFiles } from '../relay/site/browser-files.ts';
import type { Terminal } from './terminal.ts';

/**
 * Prints the subresource-integrity hash of `/widget.js` as a relay with this version and branding serves it (contract §4). False when
 * the branding is invalid or the package is not built.
 */
export async function printIntegrity(
  { env, files, print, printError }: Terminal,
  folder = join(packageRoot(), 'dist/browser'),
): Promise<boolean> {
  const { values } = readSettings(['FOYER_WIDGET_CONFIG', 'FOYER_SITES_FILE'], env, files);
  const branding = readBranding(values['FOYER_WIDGET_CONFIG'], files);
  if (!branding.ok) {
    for (const issue of branding.error) printError(describeIssue(issue));
    return false;
  }
  // The script of several sites asks for its configuration.
  const config = values['FOYER_SITES_FILE'] === undefined ? branding.value.widget : undefined;
  const loader = await createBrowserFiles(folderAt(folder), config, contentWith(ENCODERS)).loader();
  if (!loader) {
    printError('unable to read the widget script; the package is not built');
    return false;
  }
  const script = await (await loader.respond(new Request('https://relay/widget.js'))).arrayBuffer();
  const hash = `sha384-${createHash('sha384').update(new Uint8Array(script)).digest('base64')}`;
  print(hash);
  print('');
  print(`<script src="https://RELAY/widget.js" integrity="${hash}" crossorigin="anonymous" async></script>`);
  return true;
}
