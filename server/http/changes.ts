/** Tags of what public pages and lists show; a write names those it touched, and what was kept of them is dropped. */
export type Tag = 'tools' | 'reviews' | `tool:${string}`;

/** Tells this process, and the others through the database, that something shown has changed. */
export interface Changes {
  /** To be called after commit. */
  touch(tags: Tag[]): void;
}
