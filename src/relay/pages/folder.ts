/** Bytes that can be a body. `Uint8Array` has no type parameter before TypeScript 5.7. */
export type Bytes = ReturnType<typeof TextEncoder.prototype.encode>;

/** Files that the relay serves. */
export interface Folder {
  /** The bytes of a file, or undefined. `name` may contain subfolders, but never leaves the folder. */
  read(name: string): Promise<Bytes | undefined>;
}
