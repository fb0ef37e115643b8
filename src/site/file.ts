/** One file of a report. */
export interface SiteFile {
  /** Relative to the report, `/` between folders, made of `[a-z0-9-]` and one dot per name (`SHA256SUMS` excepted). */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Where a report goes. `write` may be called in any order; `finish` or `abort` is called once, last. */
export interface Writer {
  write(file: SiteFile): Promise<void>;
  /** The bytes of a file that was written, before `finish`: other shapes of the report are made of them. */
  read(path: string): Promise<Uint8Array>;
  /** Makes the report visible, whole. */
  finish(): Promise<void>;
  /** Leaves what was there before as it was. */
  abort(): Promise<void>;
}
