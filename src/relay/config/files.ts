/** Access to configuration files. */
export interface Files {
  /** The text of a file; undefined if it cannot be read. */
  read(path: string): string | undefined;
  /** True if there is something at the path, readable or not. Without it, a file that cannot be read counts as absent. */
  isThere?(path: string): boolean;
}
