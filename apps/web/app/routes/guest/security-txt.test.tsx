import { expect, test } from 'vitest';
import { fakeNetwork } from '../../testing/network.ts';
import { rootData } from '../../testing/samples.ts';
import { contextOf } from '../../testing/show.tsx';
import { loader } from './security-txt.ts';

const securityTxt = (addresses: { email: string; supportEmail: string }) => {
  const net = fakeNetwork({ getSite: { site: { ...rootData.site, ...addresses } } });
  return loader({ context: contextOf(net) } as never);
};

test('who found a vulnerability reads where to write to, and until when that holds', async () => {
  const text = await (await securityTxt({ email: 'hello@spice.test', supportEmail: 'help@spice.test' })).text();
  expect(text).toContain('Contact: mailto:help@spice.test\n');
  expect(text).toContain(`Canonical: ${location.origin}/.well-known/security.txt\n`);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  // RFC 9116 recommends less than a year.
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});

test('without an address for help it names that of the restaurant, and without any there is no such page', async () => {
  expect(await (await securityTxt({ email: 'hello@spice.test', supportEmail: '' })).text()).toContain(
    'mailto:hello@spice.test',
  );
  expect((await securityTxt({ email: '', supportEmail: '' })).status).toBe(404);
});
