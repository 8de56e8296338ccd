import { refuse } from '@tiffin/domain/core';

/** Simultaneous sign-ins per account, per address and in total; more would only wait for each other. */
const MOST = { account: 5, address: 20, all: 60 } as const;
const slotsInUse = new Map<string, number>();

interface SigningIn {
  readonly email: string;
  readonly address: string;
  /** From a device known to the account; strangers do not use up its slots. */
  readonly isKnownDevice: boolean;
}

/** Reserves a slot while a password is checked; returns how to release it. */
export function reservePasswordCheck({ email, address, isKnownDevice }: SigningIn): () => void {
  const kind = isKnownDevice ? 'known' : 'new';
  const keys = { account: `${kind} account ${email}`, address: `${kind} address ${address}`, all: 'all' };
  const count = (key: string) => slotsInUse.get(key) ?? 0;
  if (count(keys.account) >= MOST.account || count(keys.address) >= MOST.address)
    throw refuse('rate-limited', undefined, { retryAfter: 2 });
  if (count(keys.all) >= MOST.all) throw refuse('unavailable', undefined, { retryAfter: 5 });
  for (const key of Object.values(keys)) slotsInUse.set(key, count(key) + 1);
  return () => {
    for (const key of Object.values(keys)) {
      if (count(key) > 1) slotsInUse.set(key, count(key) - 1);
      else slotsInUse.delete(key);
    }
  };
}
