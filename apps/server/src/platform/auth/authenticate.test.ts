import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionToken } from './authenticate.ts';
import { headersForLibrary } from './sign-in-library.ts';

const SECRET = 'a secret of thirty-two characters';
const signed = (token: string) => {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
};
function signedIn(token: string) {
  return {
    sessionId: 's',
    token,
    userId: 'u',
    provenAt: new Date(),
    provenBy: null,
    needsSecondStep: false,
    tablet: null,
  };
}
const plain = `tiffin.session_token=${signed('plain')}`;
const secure = `__Secure-tiffin.session_token=${signed('secure')}`;
const host = `__Host-tiffin.session_token=${signed('host')}`;

test.each([
  ['over http', false, plain, 'plain'],
  ['over https', true, host, 'host'],
  ['over https, beside those that a neighbour planted', true, `${plain}; ${secure}; ${host}`, 'host'],
  ['over https, the planted one alone', true, plain, null],
  ['signed with another key', false, plain.replace(signed('plain'), 'plain.c2lnbmVk'), null],
])('reads the session token of a cookie: %s', (_how, overTls, cookies, token) => {
  expect(sessionToken(cookies, { secret: SECRET, overTls })).toBe(token);
});

const parts = { secret: SECRET, overTls: true };
const planted = [host, secure, plain, host.replace('=', ' ='), `  ${secure}`];

test.each([
  ['the one that counts, under the name it reads', signedIn('own'), [`__Host-tiffin.session_token=${signed('own')}`]],
  ['none when none counts', null, []],
  ['none of a shared tablet', { ...signedIn('own'), tablet: { id: 't', name: 'Till 1', location_id: 'truro' } }, []],
])('of the sessions in a request the sign-in library sees %s', (_what, who, own) => {
  const request = new Headers({ cookie: ['a=b', ...planted, 'c=d'].join(';') });
  expect(headersForLibrary(request, who, parts).get('cookie')?.split(/; ?/)).toEqual(['a=b', 'c=d', ...own]);
});
