import { createHmac, randomBytes } from 'node:crypto';
import { COOKIE_PREFIX } from './session-cookie.ts';
import { sameToken } from './secrets.ts';

const YEAR_SECONDS = 365 * 86_400;
/** So many people sign in on one tablet; who came first is forgotten first. */
const MOST_PEOPLE = 8;

export interface Devices {
  /** The name of this device when the account was signed in to on it before; null for one we do not know. */
  known(cookies: string | null, email: string): string | null;
  /** The cookie by which it is known from now on. */
  remember(cookies: string | null, email: string): string;
}

/**
 * Devices on which an account was signed in to before. Wrong passwords from them have a count of their
 * own, so that a stranger, even one behind the same address, locks nobody out. The cookie holds a random
 * name and, for each account, a signature: it says nothing of the person and opens nothing.
 */
export function deviceRegistry({ secret, overTls }: { readonly secret: string; readonly overTls: boolean }): Devices {
  const cookie = `${overTls ? '__Host-' : ''}${COOKIE_PREFIX}.device`;
  const found = new RegExp(`(?:^|;\\s*)${cookie.replaceAll('.', '\\.')}=([\\w-]{16})((?:\\.[\\w-]{22})*)(?:;|$)`);
  const sign = (name: string, email: string): string =>
    createHmac('sha256', secret).update(`device ${name} ${email}`).digest('base64url').slice(0, 22);
  function read(cookies: string | null): { name: string | null; people: readonly string[] } {
    const [, name = null, people = ''] = found.exec(cookies ?? '') ?? [];
    return { name, people: people.split('.').filter(Boolean) };
  }
  return {
    known(cookies, email) {
      const { name, people } = read(cookies);
      return name !== null && people.some((each) => sameToken(sign(name, email), each)) ? name : null;
    },
    remember(cookies, email) {
      const { name: stored, people } = read(cookies);
      const name = stored ?? randomBytes(12).toString('base64url');
      const own = sign(name, email);
      const all = [...people.filter((each) => each !== own), own].slice(-MOST_PEOPLE);
      return `${cookie}=${[name, ...all].join('.')}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`;
    },
  };
}
