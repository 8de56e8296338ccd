import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionToken } from './authenticate.ts';
import { keyRing } from './key-ring.ts';
import { headersForLibrary } from './sign-in-library.ts';

const keys = keyRing(['a secret of thirty-two characters']);
const signed = (value: string, key = keys.current('sign-in').key) => {
  const signature = createHmac('sha256', key).update(value).digest('base64');
  return encodeURIComponent(`${value}.${signature}`);
};
function signedIn(token: string) {
  return {
    sessionId: 's',
    token,
    userId: 'u',
    provenAt: new Date(),
    provenBy: null,
    needsSecondStep: false,
    needsNewPassword: false,
    isStaff: false,
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
  expect(sessionToken(cookies, { keys, overTls })).toBe(token);
});

const parts = { keys, overTls: true };
const planted = [host, secure, plain, host.replace('=', ' ='), `  ${secure}`];

test.each([
  ['the one that counts, under the name it reads', signedIn('own'), [`__Host-tiffin.session_token=${signed('own')}`]],
  ['none when none counts', null, []],
  ['none of a shared tablet', { ...signedIn('own'), tablet: { id: 't', name: 'Till 1', location_id: 'truro' } }, []],
])('of the sessions in a request the sign-in library sees %s', (_what, who, own) => {
  const request = new Headers({ cookie: ['a=b', ...planted, 'c=d'].join(';') });
  expect(headersForLibrary(request, who, parts).get('cookie')?.split(/; ?/)).toEqual(['a=b', 'c=d', ...own]);
});

test.each([
  ['a secret that was replaced', keyRing(['the secret before it']).current('sign-in').key],
  ['a secret that was replaced, by an earlier version', 'the secret before it'],
])('the library gets its cookies with the current signature: %s', (_what, key) => {
  const ring = keyRing(['the current secret', 'the secret before it']);
  const cookie = `a=b; __Host-tiffin.two_factor=${signed('2fa-x', key)}; __Host-tiffin.state=${signed('s', 'unknown')}`;
  const seen = headersForLibrary(new Headers({ cookie }), null, { keys: ring, overTls: true }).get('cookie');
  const current = signed('2fa-x', ring.current('sign-in').key);
  expect(seen?.split(/; ?/)).toEqual([
    'a=b',
    `__Host-tiffin.two_factor=${current}`,
    `__Host-tiffin.state=${signed('s', 'unknown')}`,
  ]);
});
