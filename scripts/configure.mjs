import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { command, say, Stop } from './screen.mjs';

// `npm run configure -- https://order.example.com`: writes what a start in production asks for into .env, which
// `npm start` and the server's other commands read. What stands there already stays as it is.
await command(() => {
  const file = inRoot('.env');
  const there = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const added = settingsFor(process.argv[2], there);
  if (added.length === 0) return say('Nothing was missing: .env stays as it is.');
  const before = there === '' || there.endsWith('\n') ? there : `${there}\n`;
  // It may be there already, for everybody to read.
  if (there !== '') chmodSync(file, 0o600);
  writeFileSync(file, `${before}${added.join('\n')}\n`, { mode: 0o600 });
  say(`Written into .env: ${added.map((line) => line.split('=')[0]).join(', ')}.`);
  return say('It holds a secret: keep it where only the server reads it, and with your backups.');
});

function settingsFor(address, there) {
  const isSet = (name) => new RegExp(`^${name}=.`, 'm').test(there);
  const requested = isSet('PUBLIC_URL') ? null : addressOf(address);
  return [
    ...(isSet('NODE_ENV') ? [] : ['NODE_ENV=production']),
    ...(requested === null ? [] : [`PUBLIC_URL=${requested}`]),
    ...(isSet('AUTH_SECRET') ? [] : [`AUTH_SECRET=${randomBytes(32).toString('base64url')}`]),
  ];
}

function addressOf(address) {
  const url = URL.canParse(address ?? '') ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Stop('Say the address your guests will use: npm run configure -- https://order.example.com');
  }
  return url.origin;
}
