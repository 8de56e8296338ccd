import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areWithinLimits, hasScope, KEY_SCOPES, ORDERING_SCOPES, READ_SCOPES, type KeyLimits } from './key-scopes.ts';

test('a key has the scopes it was given, and all of them without a limit', () => {
  expect(hasScope({ scopes: ['orders:read'] }, 'orders:read')).toBe(true);
  expect(hasScope({ scopes: ['orders:write'] }, 'orders:read')).toBe(false);
  expect(hasScope({ scopes: null }, 'orders:read')).toBe(true);
  expect(hasScope(null, 'orders:read')).toBe(true);
});

test('the presets contain existing scopes, and reading everything writes nothing', () => {
  expect(READ_SCOPES).toHaveLength(KEY_SCOPES.length / 2);
  expect(ORDERING_SCOPES.filter((scope) => !KEY_SCOPES.includes(scope))).toEqual([]);
});

const subsetOf = (values: readonly string[]) => fc.option(fc.subarray([...values], { minLength: 1 }));
const limits = fc.record<KeyLimits>({
  scopes: subsetOf(KEY_SCOPES),
  locationIds: subsetOf(['truro', 'glasgow', 'halifax']),
  expiresAt: fc.option(fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })),
});

test('a key within the limits of another allows nothing that the other does not', () => {
  fc.assert(
    fc.property(limits, limits, (inner, outer) => {
      const gains =
        KEY_SCOPES.some((scope) => hasScope(inner, scope) && !hasScope(outer, scope)) ||
        ['truro', 'glasgow', 'halifax', 'elsewhere'].some(
          (id) => (inner.locationIds?.includes(id) ?? true) && !(outer.locationIds?.includes(id) ?? true),
        ) ||
        (inner.expiresAt?.getTime() ?? Infinity) > (outer.expiresAt?.getTime() ?? Infinity);
      // All scopes by name are not the same as no limit, because a later version may add scopes.
      const isUnlimited = inner.scopes === null && outer.scopes !== null;
      expect(areWithinLimits(inner, outer)).toBe(!gains && !isUnlimited);
      expect(areWithinLimits(inner, inner)).toBe(true);
    }),
  );
});
