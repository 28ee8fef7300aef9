import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Encoders } from '../pages/content.ts';

const bytesOf = async (made: Promise<Buffer>) => new Uint8Array(await made);
const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export const ENCODERS: Encoders = {
  br: (bytes) => bytesOf(brotliAsync(bytes)),
  gzip: (bytes) => bytesOf(gzipAsync(bytes)),
};
