import { describe, expect, it } from 'vitest';
import { loadEmbeddedPlatform } from '../../src/cli/embedded-platform.ts';

const notFound = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('commands with the embedded platform', () => {
  it.each([
    ['libsql', notFound('ERR_MODULE_NOT_FOUND', "Cannot find package 'libsql' imported from /app/demo.js")],
    ['its binary', notFound('MODULE_NOT_FOUND', "Cannot find module '@libsql/linux-x64-gnu'")],
  ])('tells in one line what to install when %s is missing', async (_, error) => {
    await expect(loadEmbeddedPlatform(() => Promise.reject(error))).rejects.toThrow(
      /^the embedded platform needs the optional package libsql .*: npm install libsql$/,
    );
  });

  it('reports any other error as it is', async () => {
    const error = notFound('ERR_MODULE_NOT_FOUND', "Cannot find package 'hono' imported from /app/demo.js");
    await expect(loadEmbeddedPlatform(() => Promise.reject(error))).rejects.toBe(error);
  });
});
