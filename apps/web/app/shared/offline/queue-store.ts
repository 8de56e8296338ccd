import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { QueuedChange } from './changes.ts';

/** The store of waiting changes in order, shared by all tabs. */
export interface QueueStore {
  readonly all: () => Promise<readonly QueuedChange[]>;
  /**
   * Durable once it resolves, with the stored change. If the id exists, that one stays. `complete` adds to a new change
   * what depends on its place.
   */
  readonly add: (
    change: Omit<QueuedChange, 'place'>,
    complete?: (change: QueuedChange) => QueuedChange,
  ) => Promise<QueuedChange>;
  /** Fails if a change cannot be stored on this device now. */
  readonly check: () => Promise<void>;
  /** Replaces the changes that still exist; null removes one. */
  readonly update: (change: (each: QueuedChange) => QueuedChange | null) => Promise<void>;
}

interface Schema extends DBSchema {
  changes: { key: number; value: QueuedChange; indexes: { id: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('tiffin_queue', 1, {
    upgrade(db) {
      db.createObjectStore('changes', { keyPath: 'place', autoIncrement: true }).createIndex('id', 'id', {
        unique: true,
      });
    },
    terminated() {
      opened = null;
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** No body of a request may be longer, in characters. */
const LARGEST_CHANGE = 64 * 1024;

/** Written to disk before the person reads that it waits, because a browser may be killed right after. */
const DURABLE = { durability: 'strict' } as const;

export const queueStore: QueueStore = {
  async all() {
    return (await database()).getAll('changes');
  },

  async add(change, complete) {
    const db = await database();
    const tx = db.transaction('changes', 'readwrite', DURABLE);
    let stored = await tx.store.index('id').get(change.id);
    if (stored === undefined) {
      // The store assigns the position.
      stored = { ...change, place: await tx.store.add(change as QueuedChange) } as QueuedChange;
      if (complete) {
        stored = complete(stored);
        await tx.store.put(stored);
      }
    }
    await tx.done;
    return stored;
  },

  async check() {
    const db = await database();
    const tx = db.transaction('changes', 'readwrite', DURABLE);
    const place = await tx.store.add({ id: 'check', about: 'x'.repeat(LARGEST_CHANGE) } as QueuedChange);
    await tx.store.delete(place);
    await tx.done;
  },

  async update(change) {
    const db = await database();
    const tx = db.transaction('changes', 'readwrite', DURABLE);
    // Read at once, because a cursor over hundreds of changes is slow.
    for (const each of await tx.store.getAll()) {
      const next = change(each);
      if (next === null) await tx.store.delete(each.place);
      else if (next !== each) await tx.store.put(next);
    }
    await tx.done;
  },
};
