import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { securityHeaders } from './security.ts';

test.each([
  [{ PUBLIC_URL: 'https://order.example.ca' }, 'max-age=31536000; includeSubDomains'],
  [{ PUBLIC_URL: 'https://order.example.ca', HSTS_SUBDOMAINS: '0' }, 'max-age=31536000'],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, undefined],
])('with %j pages and calls have the HSTS header %s', (env, expected) => {
  const headersOf = securityHeaders(readConfig({ NODE_ENV: 'test', ...env }));
  for (const path of ['/', '/api/ping']) expect(headersOf(path)['strict-transport-security']).toBe(expected);
});
