import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionToken } from './authenticate.ts';

const SECRET = 'a secret of thirty-two characters';
const signed = (token: string) => {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
};
const plain = `tiffin.session_token=${signed('plain')}`;
const secure = `__Secure-tiffin.session_token=${signed('secure')}`;

test.each([
  ['over http', false, plain, 'plain'],
  ['over https', true, secure, 'secure'],
  ['over https, beside one that a neighbour planted', true, `${plain}; ${secure}`, 'secure'],
  ['over https, the planted one alone', true, plain, null],
  ['signed by somebody else', false, plain.replace(signed('plain'), 'plain.c2lnbmVk'), null],
])('whose session a cookie is, %s', (_how, overTls, cookies, token) => {
  expect(sessionToken(cookies, SECRET, overTls)).toBe(token);
});
