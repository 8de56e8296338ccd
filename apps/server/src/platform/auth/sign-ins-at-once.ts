import { refuse } from '@tiffin/domain/core';

/** Of one account, from one address, and of all: more would only wait for each other. */
const MOST = { account: 5, address: 20, all: 60 } as const;
const taken = new Map<string, number>();

interface SigningIn {
  readonly email: string;
  readonly address: string;
  /** On a device where the account was signed in to before: strangers who try it take no place from those. */
  readonly isKnown: boolean;
}

/** A place for a sign-in, while its password is worked on; answers how to give it back. */
export function takePlace({ email, address, isKnown: exists }: SigningIn): () => void {
  const kind = exists ? 'known' : 'new';
  const keys = [`${kind} account ${email}`, `${kind} address ${address}`, 'all'] as const;
  const count = (key: string) => taken.get(key) ?? 0;
  if (count(keys[0]) >= MOST.account || count(keys[1]) >= MOST.address)
    throw refuse('rate-limited', undefined, { retryAfter: 2 });
  if (count(keys[2]) >= MOST.all) throw refuse('unavailable', undefined, { retryAfter: 5 });
  for (const key of keys) taken.set(key, count(key) + 1);
  return () => {
    for (const key of keys) {
      if (count(key) > 1) taken.set(key, count(key) - 1);
      else taken.delete(key);
    }
  };
}
