import { useEffect } from 'react';
import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { lastResponseAt, setLastContact } from './online.ts';
import { RESPONSE_CACHE } from './clear-stored-data.ts';

/** Calls whose responses the back office shows offline: today's work, but no lists of people. */
const STORED_CALLS: ReadonlySet<unknown> = new Set([
  'board',
  'tabs',
  'tab',
  'bill',
  'deliveries',
  'ticket-limits',
  'dashboard',
  'menu',
  'edited-menu',
  'edited-places',
  'managed-locations',
  'reservations',
  'floor',
  'drawers',
]);
const SAVE_AFTER_MS = 2_000;

interface StoredAnswer {
  readonly by: string;
  /** The time of the last response of the server. */
  readonly at: number;
  /** Stored as JSON text, which is much faster for hundreds of orders than structured cloning. */
  readonly state: string;
}

interface Schema extends DBSchema {
  answers: { key: string; value: StoredAnswer };
}

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(RESPONSE_CACHE, 2, {
    upgrade(db) {
      if (db.objectStoreNames.contains('answers')) db.deleteObjectStore('answers');
      db.createObjectStore('answers', { keyPath: 'by' });
    },
  });
}

async function inStore<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  try {
    const db = await open();
    // Closed after each use, so that signing out can delete the database.
    return await work(db).finally(() => db.close());
  } catch {
    // A device without storage works while it is connected.
    return undefined;
  }
}

/** Stores this person's last responses on the device, and restores them at the start. */
export function useStoredResponses(client: QueryClient, uid: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRemoved = false;
    const save = () => {
      timer = undefined;
      const at = lastResponseAt();
      if (at === null) return;
      const stored = dehydrate(client, {
        shouldDehydrateQuery: ({ queryKey, state: { data } }) => data !== undefined && STORED_CALLS.has(queryKey[0]),
        shouldDehydrateMutation: () => false,
      });
      // A failed attempt to load it again, while the server is gone, leaves the data as it was.
      const queries = stored.queries.map((query) => ({
        ...query,
        state: { ...query.state, status: 'success', error: null },
      }));
      void inStore((db) => db.put('answers', { by: uid, at, state: JSON.stringify({ ...stored, queries }) }));
    };
    const begin = async () => {
      const stored = await inStore((db) => db.get('answers', uid));
      if (!stored || isRemoved) return;
      hydrate(client, JSON.parse(stored.state) as DehydratedState);
      setLastContact(stored.at);
    };
    void begin();
    const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') timer ??= setTimeout(save, SAVE_AFTER_MS);
    });
    return () => {
      isRemoved = true;
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client, uid]);
}
