import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Encoders } from '../pages/content.ts';

const bytesOf = async (made: Promise<Buffer>) => new Uint8Array(await made);
const ofBrotli = promisify(brotliCompress);
const ofGzip = promisify(gzip);

export const ENCODERS: Encoders = {
  br: (bytes) => bytesOf(ofBrotli(bytes)),
  gzip: (bytes) => bytesOf(ofGzip(bytes)),
};
