/** Access to configuration files. */
export interface Files {
  /** The text of a file; undefined if it cannot be read. */
  read(path: string): string | undefined;
}
