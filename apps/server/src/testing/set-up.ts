import { vi } from 'vitest';

// Tests sign in the demo's people thousands of times, and hashing is slow by design. A password that matched a hash
// before is accepted from memory; a wrong one is always hashed.
vi.mock('better-auth/crypto', async (original) => {
  const library = await original<typeof import('better-auth/crypto')>();
  const right = (Reflect.get(globalThis, 'rightPasswords') ?? new Set()) as Set<string>;
  Reflect.set(globalThis, 'rightPasswords', right);
  return {
    ...library,
    async verifyPassword(pair: { hash: string; password: string }) {
      const key = `${pair.hash} ${pair.password}`;
      if (right.has(key)) return true;
      const isRight = await library.verifyPassword(pair);
      if (isRight) right.add(key);
      return isRight;
    },
  };
});
