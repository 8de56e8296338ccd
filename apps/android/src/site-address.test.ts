import { expect, test } from 'vitest';
import { localPage } from './local-page.ts';
import { siteAddress } from './site-address.ts';

test.each([
  ['https://order.example.com', 'https://order.example.com'],
  [' https://order.example.com/admin?x=1#y ', 'https://order.example.com'],
  ['http://192.168.1.20:3000/', 'http://192.168.1.20:3000'],
  ['order.example.com', null],
  ['file:///etc/hosts', null],
  ['', null],
  [undefined, null],
])('the site address of %j is %j', (text, site) => {
  expect(siteAddress(text)).toBe(site);
});

test('the local page links to the site for which it was made', () => {
  const page = localPage('<a href="{{site}}/x">{{site}}</a>', 'https://a.example');
  expect(page).toBe('<a href="https://a.example/x">https://a.example</a>');
  expect(localPage('<a href="{{site}}">', '"><script>')).toBe('<a href="&quot;>&lt;script>">');
});
