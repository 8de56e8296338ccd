import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { securityHeaders } from './security.ts';

const headersOf = (path: string, env: Record<string, string> = {}) =>
  securityHeaders(readConfig({ NODE_ENV: 'test', ...env }))(path);

test('a site with https asks browsers to stay on https for a year, with its subdomains', () => {
  const https = { PUBLIC_URL: 'https://order.example.ca' };
  for (const path of ['/', '/api/getMe'])
    expect(headersOf(path, https)['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headersOf('/')['strict-transport-security']).toBeUndefined();
});

test('every response forbids sniffing and framing, and sends other sites no path', () => {
  for (const path of ['/', '/menu/truro', '/api/getMe', '/images/a.webp']) {
    expect(headersOf(path)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    });
    expect(headersOf(path)['access-control-allow-origin']).toBeUndefined();
  }
});
