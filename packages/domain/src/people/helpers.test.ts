import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  COUNTRY_CODES,
  isPhoneOfCountries,
  checkUserForm,
  checkNewPassword,
  emailProblem,
  firstName,
  initialsOf,
  toLookedUpPerson,
  phoneLookupStep,
  looksLikeEmail,
  nameProblem,
  nationalDigits,
  normaliseEmail,
  normalisePhone,
  readWithPlans,
  setNumberingPlans,
  PASSWORD_CHECKS,
  countPassedPasswordChecks,
  passwordProblem,
  passwordStrength,
  phoneText,
  phoneVariations,
  setPhoneCountry,
} from './index.ts';
import { CONTACT_TEXTS, phoneProblem } from '../order/index.ts';

test.each([
  ['', 0, 'weak', 'Password is required'],
  ['abc', 1, 'weak', 'Password must meet at least 4 security requirements'],
  ['abcdefgh', 2, 'weak', 'Password must meet at least 4 security requirements'],
  ['abcdefg1', 3, 'medium', 'Password must meet at least 4 security requirements'],
  ['Abcdefg1', 4, 'medium', null],
  ['Abc1!', 4, 'medium', null],
  ['Abcdef1!', 5, 'strong', null],
  ['Demo-pass-1!', 5, 'strong', null],
  ['Élan-vital-9', 5, 'strong', null],
  ['abc defg H', 3, 'medium', 'Password must meet at least 4 security requirements'],
])(
  '%j passes %i checks and is %s: %s [C-AUTH-08] [C-AUTH-09] [C-AUTH-10] [C-AUTH-11]',
  (password, passes, strength, problem) => {
    expect(countPassedPasswordChecks(password)).toBe(passes);
    expect(passwordStrength(password)).toBe(strength);
    expect(passwordProblem(password)).toBe(problem);
  },
);

test('the five password checks in the sequence they are shown [C-AUTH-09]', () => {
  expect(PASSWORD_CHECKS.map((check) => check.id)).toEqual(['length', 'uppercase', 'lowercase', 'digit', 'special']);
});

test.each([
  ['Ab1!x', 'Password should be at least 6 characters long.'],
  ['', 'Password is required'],
  ['abcdef', 'Password must meet at least 4 security requirements'],
  ['Abc12!', null],
])('choosing the password %j: %s', (password, reason) => {
  const answer = checkNewPassword(password);
  expect(answer.ok ? null : answer.error.message).toBe(reason);
  expect(answer.ok || answer.error.code === 'weak-password').toBe(true);
});

test('a longer password is never weaker', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, end) => {
      expect(countPassedPasswordChecks(start + end)).toBeGreaterThanOrEqual(countPassedPasswordChecks(start));
    }),
  );
});

test.each([
  ['', 'Name is required'],
  ['   ', 'Name is required'],
  [' A ', 'Name must be at least 2 characters'],
  ['Al', null],
])('the name %j: %s [C-AUTH-12] [C-AUTH-13]', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});

test.each([
  ['', 'Email is required'],
  ['  ', 'Email is required'],
  ['asha', 'Invalid email format'],
  ['asha@example', 'Invalid email format'],
  ['asha@@example.com', 'Invalid email format'],
  ['asha rao@example.com', 'Invalid email format'],
  ['asha@example..com', 'Invalid email format'],
  ['asha@example.c', 'Invalid email format'],
  ['<asha@example.com>', 'Invalid email format'],
  ['a@example.com,b@example.com', 'Invalid email format'],
  [' asha@example.com ', null],
  ["o'brien+menu@mail.example.ca", null],
])('the e-mail %j: %s [C-AUTH-14]', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});

test('an e-mail address is normalised', () => {
  expect(normaliseEmail('  Asha@Example.COM ')).toBe('asha@example.com');
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      expect(normaliseEmail(normaliseEmail(email))).toBe(normaliseEmail(email));
    }),
  );
});

test('a very long text is rejected quickly as an e-mail address', () => {
  expect(looksLikeEmail(`${'a.'.repeat(20_000)}@${'b.'.repeat(20_000)}`)).toBe(false);
});

test.each([
  ['Priya Sharma', 'Priya'],
  ['  Priya  ', 'Priya'],
  ['', ''],
])('the first name of %j is %j', (name, first) => {
  expect(firstName(name)).toBe(first);
});

test.each([
  ['Priya Sharma', 'PS'],
  ['  asha  lea menon ', 'AM'],
  ['🌶️ Asha 🍛', 'A'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initialsOf(name)).toBe(letters);
});

test.each([
  ['9025550123', '+19025550123'],
  ['(902) 555-0123', '+19025550123'],
  ['902.555.0123', '+19025550123'],
  ['1 902 555 0123', '+19025550123'],
  ['+1 902-555-0123', '+19025550123'],
  ['+44 20 7946 0958', '+442079460958'],
  ['442079460958', '+442079460958'],
  // ten digits after a plus are a foreign number
  ['+45 1234 5678', '+4512345678'],
  ['+1 902 555 012', null],
  ['1902555012345', null],
  ['555-0123', null],
  ['0049 30 1234567', null],
  ['1234567890123456', null],
  ['+123456789012345', null],
  ['+234567890123456', '+234567890123456'],
  // no area code begins with 0 or 1
  ['06 12 34 56 78', null],
  ['+10612345678', null],
  // too long for Portugal
  ['+35121234567890', null],
  ['902-555-CAKE1', null],
  ['', null],
  ['+', null],
])('%j is stored as %s', (typed, stored) => {
  expect(normalisePhone(typed)).toBe(stored);
});

test.each([
  ['06 12 34 56 78', 'FR', '+33612345678'],
  ['06 12 34 56 78 9', 'FR', null],
  ['912 345 678', 'PT', '+351912345678'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['+1 902 555 0123', 'FR', '+19025550123'],
  ['19025550123', 'FR', '+19025550123'],
  ['9025550123', 'ZZ', null],
])('%j typed in a restaurant in %s is stored as %s', (typed, country, stored) => {
  expect(normalisePhone(typed, country)).toBe(stored);
});

test.each([
  ['902-555-0123', 'CA', '+19025550123'],
  ['1 902 555 0123', 'US', '+19025550123'],
  ['902-555-012', 'CA', null],
  ['+44 20 7946 0958', 'CA', '+442079460958'],
  ['442079460958', 'CA', '+442079460958'],
  ['+1 902 555 012', 'CA', null],
  // Only the plans know its country code, so it must not become a number of another country.
  ['06 12 34 56 78', 'FR', null],
  ['902 555 0123', 'FR', null],
])('a page without the numbering plans reads %j in %s as %s', (typed, country, stored) => {
  onTestFinished(() => setNumberingPlans(readWithPlans));
  setNumberingPlans();
  expect(normalisePhone(typed, country)).toBe(stored);
});

test('a number without a country code belongs to the country of the restaurant', () => {
  onTestFinished(() => setPhoneCountry('CA'));
  setPhoneCountry('FR');
  expect(normalisePhone('06 12 34 56 78')).toBe('+33612345678');
  expect(phoneVariations('06 12 34 56 78')).toContain('+33612345678');
});

test('a number that was stored as North American is still found', () => {
  expect(phoneVariations('06 12 34 56 78')).toContain('+10612345678');
});

test('a stored number is E.164, and storing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 +()-.') }), (typed) => {
      const stored = normalisePhone(typed);
      expect(stored === null || /^\+[1-9]\d{9,14}$/.test(stored)).toBe(true);
      expect(stored === null || normalisePhone(stored) === stored).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['9025550123', '(902) 555-0123'],
  ['19025550123', '(902) 555-0123'],
  ['+19025550123', '(902) 555-0123'],
  ['29025550123', '29025550123'],
  ['+442079460958', '+442079460958'],
  ['+4512345678', '+4512345678'],
  ['0612345678', '0612345678'],
  ['555', '555'],
])('%s is shown as %s [C-AUTH-15]', (phone, text) => {
  expect(phoneText(phone)).toBe(text);
});

test('a number is looked up in every spelling it may have [A-DATA-06]', () => {
  const variations = [
    '9025550123',
    '19025550123',
    '+19025550123',
    '(902) 555-0123',
    '902-555-0123',
    '902.555.0123',
    '902 555 0123',
  ];
  for (const spelling of variations) expect(phoneVariations(spelling)).toEqual(variations);
  expect(phoneVariations('555')).toEqual([]);
});

test.each([
  ['', null, null],
  ['902555', null, null],
  ['902-555-0', null, 'Enter complete 10-digit phone number to search'],
  ['(902) 555-012', null, 'Enter complete 10-digit phone number to search'],
  ['(902) 555-0123', '9025550123', null],
  ['902555012345', null, null],
])('typing %j looks up %s and shows the hint %s', (typed, search, hint) => {
  expect(phoneLookupStep(typed)).toEqual({ search, hint });
});

test('a lookup result has every field', () => {
  expect(toLookedUpPerson({ id: 'u1' })).toEqual({
    firebaseId: 'u1',
    id: 'u1',
    name: 'Unknown User',
    email: '',
    phone: '',
    totalOrders: 0,
    totalSpent: 0,
    isActive: true,
    role: 'customer',
    createdAt: null,
    lastOrderDate: null,
  });
});

test('a person without a name is unknown, one without a known role a customer [A-USER-17] [A-USER-19]', () => {
  expect(toLookedUpPerson({ id: 'u1' }).name).toBe('Unknown User');
  expect(toLookedUpPerson({ id: 'u1', role: 'owner' }).role).toBe('customer');
});

test('a person is active unless marked otherwise [A-USER-18]', () => {
  expect([null, undefined, true, false].map((isActive) => toLookedUpPerson({ id: 'u1', isActive }).isActive)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('name and phone are read from either of two fields, the newer first [A-USER-20]', () => {
  expect(toLookedUpPerson({ id: 'u1', name: 'Asha', phone: '1' })).toMatchObject({ name: 'Asha', phone: '1' });
  const both = { id: 'u1', displayName: 'Asha R', name: 'Asha', phoneNumber: '2', phone: '1' };
  expect(toLookedUpPerson(both)).toMatchObject({ name: 'Asha R', phone: '2' });
});

test.each(['9', ' ', '-', 'x', '+'])(
  'four million times %j is rejected quickly as phone number and address',
  (sign) => {
    const text = sign.repeat(4_000_000);
    const before = process.cpuUsage();
    expect([normalisePhone(text), nationalDigits(text), phoneProblem(text), looksLikeEmail(`a@${text}.ca`)]).toEqual([
      null,
      null,
      CONTACT_TEXTS.phoneLong,
      false,
    ]);
    expect(checkUserForm({ displayName: 'Asha', phoneNumber: `9${text}` })).toHaveProperty('phoneNumber');
    // CPU time instead of elapsed time, because the machine may be busy.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  },
);

test.each([
  ['+19025550123', '+1', true],
  ['+447700900123', '+1', false],
  ['+447700900123', '+1, +44', true],
  ['+18765550123', '+1902,+1782', false],
  ['+19025550123', '+1902,+1782', true],
  ['+12125550123', '+1', true],
  ['+18765550123', '+1', false],
  ['+18765550123', '+1, +1876', true],
  ['+19005550123', '+1', false],
  ['+19005550123', '+1900', false],
  ['+12129765550', '+1', false],
  ['+447012345678', '+44', false],
])('%s is a number of %s: %s', (phone, codes, is) => {
  expect(COUNTRY_CODES.test(codes)).toBe(true);
  expect(isPhoneOfCountries(phone, codes)).toBe(is);
});

test.each(['', '1', '+', '+1 902', '+1,', '+1;+44', 'anywhere'])('“%s” is not a list of country codes', (codes) => {
  expect(COUNTRY_CODES.test(codes)).toBe(false);
});
