import { expect, test } from 'vitest';
import {
  ALARMING_KINDS,
  SECURITY_GROUPS,
  SECURITY_KINDS,
  securityGroupOf,
  securityKindsOf,
  shortenAddress,
} from './security-log.ts';

test('a filter by group names its kinds, and every kind is in one group', () => {
  const grouped = SECURITY_GROUPS.flatMap((group) => securityKindsOf(group));
  expect(grouped.toSorted()).toEqual(SECURITY_KINDS.toSorted());
  expect(securityKindsOf('failures')).toContain('locked-out');
  expect(securityKindsOf('locked-out')).toEqual(['locked-out']);
  expect(securityGroupOf('role-changed')).toBe('access');
});

test('only failures are listed first', () => {
  expect(ALARMING_KINDS).toEqual(['locked-out', 'pin-blocked', 'api-key-refused']);
  expect(ALARMING_KINDS.map(securityGroupOf)).toEqual(['failures', 'failures', 'failures']);
});

test.each([
  ['192.0.2.17', '192.0.2.•••'],
  ['::ffff:192.0.2.17', '::ffff:192.0.2.•••'],
  ['2001:db8:1:2::/64', '2001:db8:•••'],
  ['unknown', '•••'],
])('%s is shortened to %s', (address, shown) => {
  expect(shortenAddress(address)).toBe(shown);
});
