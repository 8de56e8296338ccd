import { fieldsIn } from '@tiffin/domain/core';
import { newKey } from '../../shared/api/new-key.ts';
import { stored, storedInTab } from '../../shared/offline/stored.ts';
import { ORDER_KEY } from '../../shared/offline/forget.ts';

/** It repeats what was ordered and for whom: a guest's goes with the tab. */
const storageOf = (uid: string | null) => (uid === null ? storedInTab(ORDER_KEY) : stored(ORDER_KEY));

/**
 * The Idempotency-Key of this very order: the same in every tab and after every reload for as long as
 * nothing of it changes, so that pressed twice, or in two tabs, it is one order. `uid`: whose it is.
 */
export function orderKey(payload: object, uid: string | null): string {
  const payloadText = JSON.stringify(payload);
  const storage = storageOf(uid);
  const saved = fieldsIn(storage.read());
  if (typeof saved['key'] === 'string' && saved['said'] === payloadText && saved['uid'] === uid) return saved['key'];
  const key = newKey();
  storage.write(JSON.stringify({ uid, key, said: payloadText }));
  return key;
}

/** Once it is placed, the same dishes ordered again are another order. */
export function dropOrderKey(): void {
  for (const uid of ['', null]) storageOf(uid).write(null);
}
