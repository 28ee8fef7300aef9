import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.ts';
import type { RelayConfig } from '../relay/index.ts';
import { ENCODERS } from '../relay/node/encoders.ts';
import { folderAt } from '../relay/node/files.ts';
import { contentWith } from '../relay/pages/content.ts';
import { createFilesOf } from '../relay/site/browser-files.ts';

/** The folder of the built files for browsers. */
export const browserFolder = (): string => join(packageRoot(), 'dist/browser');

/** The subresource-integrity hash of `/widget.js`; undefined when the package is not built. */
export async function integrityOf(
  { sites }: Pick<RelayConfig, 'sites'>,
  folder: string,
): Promise<string | undefined> {
  const loader = await createFilesOf(folderAt(folder), sites, contentWith(ENCODERS)).loader();
  if (!loader) return undefined;
  const script = await (await loader.respond(new Request('https://relay/widget.js'))).arrayBuffer();
  return `sha384-${createHash('sha384').update(new Uint8Array(script)).digest('base64')}`;
}
