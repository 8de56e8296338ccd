import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOwnScripts, contentSecurityPolicy } from './pages.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('the policy allows only scripts with this page’s nonce', () => {
  const made =
    '<p>Crisp <script>alert(1)</script></p><script nonce="m4rk">ours()</script><script nonce="m4rk" src="/a.js"></script>';
  const { html, hashes } = hashOwnScripts(made, 'm4rk');
  expect(hashes).toEqual([hashOf('ours()')]);
  expect(html).not.toContain('m4rk');
  expect(contentSecurityPolicy(hashes, [])).toContain(`script-src 'self' ${hashOf('ours()')};`);
});

test.each([
  ['another mark', '<script nonce="other">alert(1)</script>'],
  ['no mark', '<script>alert(1)</script>'],
  ['the mark in its text', '<script>alert(\' nonce="m4rk"\')</script>'],
])('a script with %s is not allowed', (_, made) => {
  expect(hashOwnScripts(made, 'm4rk').hashes).toEqual([]);
});

test('a page without a nonce has no inline scripts', () => {
  expect(hashOwnScripts('<script>alert(1)</script>', null)).toEqual({ html: '<script>alert(1)</script>', hashes: [] });
});
