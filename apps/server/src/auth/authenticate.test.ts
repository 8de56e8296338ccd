import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionToken } from './authenticate.ts';
import { expiredCookies, readSessionCookie, underNewName } from './session-cookie.ts';

const SECRET = 'a secret of thirty-two characters';
const signed = (token: string) => {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
};
const plain = `tiffin.session_token=${signed('plain')}`;
const secure = `__Secure-tiffin.session_token=${signed('secure')}`;
const host = `__Host-tiffin.session_token=${signed('host')}`;

test.each([
  ['over http', false, plain, 'plain'],
  ['over https', true, host, 'host'],
  ['over https, beside those that a neighbour planted', true, `${plain}; ${secure}; ${host}`, 'host'],
  ['over https, from before', true, `${plain}; ${secure}`, 'secure'],
  ['over https, the planted one alone', true, plain, null],
  ['signed by somebody else', false, plain.replace(signed('plain'), 'plain.c2lnbmVk'), null],
])('whose session a cookie is, %s', (_how, overTls, cookies, token) => {
  expect(sessionToken(cookies, SECRET, overTls)).toBe(token);
  expect(readSessionCookie(cookies, overTls)?.isOld ?? false).toBe(token === 'secure');
});

test('a session from before is shown to the sign-in library under the new name, and ends under both', () => {
  expect(underNewName(`a=b; ${secure}`, true)).toBe(`a=b; __Host-tiffin.session_token=${signed('secure')}`);
  expect(expiredCookies(true).map((each) => each.split('=')[0])).toEqual([
    '__Host-tiffin.session_token',
    '__Secure-tiffin.session_token',
  ]);
});
