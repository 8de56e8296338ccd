import { say } from '@tiffin/domain/core';

/** Texts for a dish on a menu. */
export const texts = {
  allergens: (names: readonly string[] | null) =>
    names === null
      ? say`Ask us about allergens`
      : names.length === 0
        ? say`No listed allergens`
        : say`Contains ${names.join(', ').toLowerCase()}`,
} as const;
