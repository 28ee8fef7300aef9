/** Node's codes for a package that is not installed: for `import` and for `require`. */
const NOT_FOUND = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** True when libsql, or its binary for this system (`@libsql/…`), is not installed. */
const isMissingSqlite = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  NOT_FOUND.has(String(error.code)) &&
  /libsql/.test(error.message);

/**
 * Loads a command that contains the embedded platform. Its database, libsql, is an optional package: without it the other commands
 * work, and this function throws an error that says what to install.
 */
export async function loadEmbeddedPlatform<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingSqlite(error)) throw error;
    throw new Error(
      'the embedded platform needs the optional package libsql with its binary for this system: npm install libsql',
    );
  }
}
