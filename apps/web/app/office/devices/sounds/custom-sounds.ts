/** One's own sounds stay on this device: files in the browser's own database, named by an address. */
const DATABASE = 'tiffin-sounds';
const STORE = 'sounds';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(STORE));
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error ?? new Error('IndexedDB')));
  });
}

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const asked = work(database.transaction(STORE, mode).objectStore(STORE));
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(asked.error ?? new Error('IndexedDB')));
    });
  } finally {
    database.close();
  }
}

export async function keepCustomSound(address: string, bytes: ArrayBuffer): Promise<void> {
  await withStore('readwrite', (store) => store.put(bytes, address));
}

export async function readCustomSound(address: string): Promise<ArrayBuffer | null> {
  const kept: unknown = await withStore('readonly', (store) => store.get(address));
  return kept instanceof ArrayBuffer ? kept : null;
}

export async function dropCustomSound(address: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(address));
}
