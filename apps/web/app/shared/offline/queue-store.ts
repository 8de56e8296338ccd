import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { QueuedChange } from './changes.ts';

/** The store of waiting changes in order, shared by all tabs. */
export interface QueueStore {
  readonly all: () => Promise<readonly QueuedChange[]>;
  /** Durable once it resolves. If the id exists, the stored change stays. */
  readonly add: (change: Omit<QueuedChange, 'place'>) => Promise<void>;
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

/** Written to disk before the person reads that it waits, because a browser may be killed right after. */
const DURABLE = { durability: 'strict' } as const;

export const queueStore: QueueStore = {
  async all() {
    return (await database()).getAll('changes');
  },

  async add(change) {
    const db = await database();
    const tx = db.transaction('changes', 'readwrite', DURABLE);
    if ((await tx.store.index('id').getKey(change.id)) === undefined) {
      // The store assigns the position.
      await tx.store.add(change as QueuedChange);
    }
    await tx.done;
  },

  async update(change) {
    const db = await database();
    const tx = db.transaction('changes', 'readwrite', DURABLE);
    for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
      const next = change(cursor.value);
      if (next === null) await cursor.delete();
      else if (next !== cursor.value) await cursor.update(next);
    }
    await tx.done;
  },
};
