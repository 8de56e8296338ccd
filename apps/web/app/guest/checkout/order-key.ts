import { parseJsonFields } from '@tiffin/domain/core';
import { newKey } from '../../shared/api/new-key.ts';
import { storedText, storedTextInTab } from '../../shared/offline/text-storage.ts';
import { ORDER_KEY } from '../../shared/offline/clear-stored-data.ts';

const storageOfCustomers = storedText(ORDER_KEY);
/** The stored key includes the order, so a guest's is stored in the tab only. */
const storageOfTab = storedTextInTab(ORDER_KEY);

/**
 * The Idempotency-Key of this order: the same in every tab and after every reload while nothing of the order changes,
 * so that pressing twice, or in two tabs, places one order. `uid` is its owner; null for a guest without an account.
 */
export function orderIdempotencyKey(payload: object, uid: string | null): string {
  const payloadText = JSON.stringify(payload);
  const storage = uid === null ? storageOfTab : storageOfCustomers;
  const saved = parseJsonFields(storage.read());
  if (typeof saved['key'] === 'string' && saved['said'] === payloadText && saved['uid'] === uid) return saved['key'];
  const key = newKey();
  storage.write(JSON.stringify({ uid, key, said: payloadText }));
  return key;
}

/** Called after the order is placed, so that ordering the same dishes again is a new order. */
export function deleteOrderIdempotencyKey(): void {
  for (const storage of [storageOfCustomers, storageOfTab]) storage.write(null);
}
