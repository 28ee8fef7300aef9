import type { Result } from '../../base/result.ts';
import type { RelayConfig } from './config.ts';
import type { Files } from './files.ts';
import { parseConfig } from './parse-config.ts';
import type { ConfigIssue } from './sources.ts';

/** Reads a configuration repeatedly. */
export interface ConfigReader {
  read(): Result<RelayConfig, ConfigIssue[]>;
  /** True if a file has changed, appeared or disappeared since the last read. */
  hasChanged(): boolean;
}

export function createConfigReader(
  env: Readonly<Record<string, string | undefined>>,
  files: Files,
): ConfigReader {
  let texts = new Map<string, string | undefined>();
  const recording: Files = {
    read(path) {
      const text = files.read(path);
      texts.set(path, text);
      return text;
    },
    isThere: (path) => files.isThere?.(path) ?? false,
  };
  return {
    read() {
      texts = new Map();
      return parseConfig(env, recording);
    },
    hasChanged: () => [...texts].some(([path, text]) => files.read(path) !== text),
  };
}
