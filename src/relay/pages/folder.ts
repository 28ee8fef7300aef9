/** Files that the relay serves. */
export interface Folder {
  /** The bytes of a file; undefined if there is none. `name` may lead into a folder below, never out. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}
