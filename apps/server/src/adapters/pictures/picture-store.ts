/** Stores the files of pictures outside the database. A file has the same name as in its address: `images/4f…-1200.jpg`. */
export interface PictureStore {
  /** Where the files are, for messages: "bucket menu at https://s3.example.com". */
  readonly place: string;
  write(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
  /** What is wrong with the place, in words; null when it can be used. */
  findProblem(): Promise<string | null>;
}

/** Thrown when the place does not answer or refuses. The message is for the log and the operator. */
export class PictureStoreError extends Error {
  override name = 'PictureStoreError';
}
