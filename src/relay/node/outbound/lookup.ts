import { lookup } from 'node:dns/promises';
import type { Lookup } from '../../admin/api/public-url.ts';

export const systemLookup: Lookup = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
