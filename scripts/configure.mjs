import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './root.mjs';
import { command, say, Stop } from './screen.mjs';

// `npm run configure -- https://order.example.com`: writes the settings that production needs into .env, which `npm
// start` and the server's commands read. Existing settings do not change.
await command(() => {
  const file = inRoot('.env');
  const there = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const added = settingsFor(process.argv[2], there);
  if (added.length === 0) return say('.env already has all settings. To change one, edit the file.');
  const before = there === '' || there.endsWith('\n') ? there : `${there}\n`;
  // An existing file may be readable by everyone.
  if (there !== '') chmodSync(file, 0o600);
  writeFileSync(file, `${before}${added.join('\n')}\n`, { mode: 0o600 });
  say(`Added to .env: ${added.map((line) => line.split('=')[0]).join(', ')}.`);
  return say('.env contains a secret: only the server should be able to read it. Include it in your backups.');
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
    throw new Stop('Please give the address of your site: npm run configure -- https://order.example.com');
  }
  return url.origin;
}
