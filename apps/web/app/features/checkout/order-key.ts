import { newKey } from '../../lib/new-key.ts';
import { stored } from '../../lib/stored.ts';

const storage = stored('tiffin_order_key');

/**
 * The Idempotency-Key of this very order: the same in every tab and after every reload for as long as
 * nothing of it changes, so that pressed twice, or in two tabs, it is one order.
 */
export function orderKey(payload: object): string {
  const said = JSON.stringify(payload);
  const kept = storage.read();
  const [key, before] = kept === null ? [] : split(kept);
  if (key !== undefined && before === said) return key;
  const fresh = newKey();
  storage.write(`${fresh} ${said}`);
  return fresh;
}

/** Once it is placed, the same dishes ordered again are another order. */
export function dropOrderKey(): void {
  storage.write(null);
}

function split(kept: string): [string, string] {
  const space = kept.indexOf(' ');
  return [kept.slice(0, space), kept.slice(space + 1)];
}
