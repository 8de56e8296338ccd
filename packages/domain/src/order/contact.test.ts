import { expect, test } from 'vitest';
import { CONTACT_TEXTS, contactProblems, contactToSend, mayPressPlaceOrder, type ContactForm } from './contact.ts';

const good: ContactForm = { name: 'Priya Sharma', email: 'priya@example.com', phone: '(902) 555-0123' };
const form = (more: Partial<ContactForm>): ContactForm => ({ ...good, ...more });

test.each([
  ['[C-CHK-39]', '', 'Name must be at least 2 characters'],
  ['[C-CHK-39]', '  P  ', 'Name must be at least 2 characters'],
  ['[C-CHK-39]', ' Pi ', undefined],
  ['[C-CHK-40]', 'P'.repeat(49), undefined],
  ['[C-CHK-40]', ` ${'P'.repeat(49)} `, undefined],
  ['[C-CHK-40]', 'P'.repeat(50), 'Name must be less than 50 characters'],
  ['[C-CHK-41]', "Anne-Marie O'Neil Jr.", undefined],
  ['[C-CHK-41]', 'Zoë Müller', undefined],
  ['[C-CHK-41]', 'प्रिया', undefined],
  ['[C-CHK-41]', 'O’Neil', undefined],
  ['[C-CHK-41]', 'Priya 2', 'Name contains invalid characters'],
  ['[C-CHK-41]', '<b>Priya</b>', 'Name contains invalid characters'],
  ['[C-CHK-41]', 'Priya\nSharma', 'Name contains invalid characters'],
])('%s the name "%s": %s', (_fact, name, problem) => {
  expect(contactProblems(form({ name })).name).toBe(problem);
});

test.each([
  ['[C-CHK-42]', '', 'Please enter a valid email address'],
  ['[C-CHK-42]', 'priya', 'Please enter a valid email address'],
  ['[C-CHK-42]', 'priya@example', 'Please enter a valid email address'],
  ['[C-CHK-42]', 'priya @example.com', 'Please enter a valid email address'],
  ['[C-CHK-42]', ' Priya@Example.com ', undefined],
  ['[C-CHK-43]', `${'p'.repeat(88)}@example.com`, undefined],
  ['[C-CHK-43]', `${'p'.repeat(89)}@example.com`, 'Email address is too long'],
])('%s the e-mail "%s": %s', (_fact, email, problem) => {
  expect(contactProblems(form({ email })).email).toBe(problem);
});

test.each([
  ['[C-CHK-45]', '', 'Please enter a valid phone number'],
  ['[C-CHK-45]', '902 555 012', 'Please enter a valid phone number'],
  ['[C-CHK-45]', '902 555 0123', undefined],
  ['[C-CHK-45]', '+44 20 7946 0958', undefined],
  ['[C-CHK-46]', '+491234567890123', undefined],
  ['[C-CHK-46]', '+4912345678901234', 'Phone number is too long'],
])('%s the phone "%s": %s', (_fact, phone, problem) => {
  expect(contactProblems(form({ phone })).phone).toBe(problem);
});

test('a sound form has no problems, an empty one has all three', () => {
  expect(contactProblems(good)).toEqual({});
  expect(Object.keys(contactProblems({ name: '', email: '', phone: '' }))).toEqual(['name', 'email', 'phone']);
  expect(CONTACT_TEXTS.form).toBe('Please complete all required fields correctly');
});

test.each([
  [{}, true],
  [{ name: ' P ' }, false],
  [{ name: ' Pi ' }, true],
  [{ name: 'Priya 2' }, true],
  [{ email: 'priya' }, false],
  [{ email: ' priya@example.com ' }, true],
  [{ phone: '902555012' }, false],
  [{ phone: '9025550123' }, true],
])('with %j the button is awake: %s [C-CHK-25]', (more, awake) => {
  expect(mayPressPlaceOrder(form(more))).toBe(awake);
});

test.each([
  ['(902) 555-0123', '+19025550123'],
  ['1 902 555 0123', '+19025550123'],
  ['+44 20 7946 0958', '+442079460958'],
  ['12', '+12'],
])('the form is sent trimmed, in lower case, with a leading plus: %s → %s [C-CHK-44] [C-CHK-47]', (phone, sent) => {
  expect(contactToSend({ name: ' Priya ', email: ' Priya@Example.COM ', phone })).toEqual({
    name: 'Priya',
    email: 'priya@example.com',
    phone: sent,
  });
});
