import { randomBytes } from 'node:crypto';
import { cookiePrefix, type CookieParts } from './session-cookie.ts';
import { isSignedByRing, macOf } from './key-ring.ts';
import { sameToken } from './secrets.ts';

const YEAR_SECONDS = 365 * 86_400;
/** A tablet can be shared by this many people; the oldest is dropped first. */
const MOST_PEOPLE = 8;

export interface DeviceRegistry {
  /** The name of this device if the account signed in on it before, otherwise null. */
  deviceOf(cookies: string | null, email: string): string | null;
  /** The cookie that marks this device as known to the account. */
  remember(cookies: string | null, email: string): string;
}

/**
 * Devices on which an account signed in before have their own count of wrong passwords, so that a stranger behind the
 * same address cannot lock the owner out. The cookie contains a random name and a signature per account; it
 * identifies nobody and grants nothing.
 */
export function deviceRegistry({ keys, overTls }: CookieParts): DeviceRegistry {
  const cookie = `${cookiePrefix(overTls)}.device`;
  // A name of 12 bytes, which are 16 characters in base64url, and signatures cut to 22 characters.
  const pattern = new RegExp(`(?:^|;\\s*)${cookie.replaceAll('.', '\\.')}=([\\w-]{16})((?:\\.[\\w-]{22})*)(?:;|$)`);
  const signWith = (key: string, name: string, email: string): string =>
    macOf(key, `device ${name} ${email}`, 'base64url').slice(0, 22);
  const isSigned = (signature: string, name: string, email: string): boolean =>
    isSignedByRing(keys, 'devices', (key) => sameToken(signWith(key, name, email), signature));
  function read(cookies: string | null): { name: string | null; people: readonly string[] } {
    const [, name = null, people = ''] = pattern.exec(cookies ?? '') ?? [];
    return { name, people: people.split('.').filter(Boolean) };
  }
  return {
    deviceOf(cookies, email) {
      const { name, people } = read(cookies);
      return name !== null && people.some((each) => isSigned(each, name, email)) ? name : null;
    },
    remember(cookies, email) {
      const { name: stored, people } = read(cookies);
      const name = stored ?? randomBytes(12).toString('base64url');
      const own = signWith(keys.current('devices').key, name, email);
      const signatures = [...people.filter((each) => !isSigned(each, name, email)), own].slice(-MOST_PEOPLE);
      return `${cookie}=${[name, ...signatures].join('.')}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`;
    },
  };
}
