import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType, mimes } from 'hono/utils/mime';
import { CachedResponse } from '../platform/http/cached-response.ts';

/** The highest, because each file is compressed once. */
const BROTLI_QUALITY = 11;

const TYPES = { ...mimes, wav: 'audio/wav' };

/** A service worker runs under the policy of its own response. It may only call this server. */
const WORKER = /^\/worker(?:-\w\w)?\.js$/;
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The files of the built pages: listed once, read and compressed on first request, then cached in memory. */
export class StaticFiles {
  readonly #files = new Map<string, string>();
  readonly #responses = new Map<string, CachedResponse>();

  /** If several folders contain a file, the first one wins. */
  constructor(folders: readonly string[]) {
    for (const folder of folders.toReversed()) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (entry.isFile()) this.#files.set(`/${path.relative(folder, file).replaceAll(path.sep, '/')}`, file);
      }
    }
  }

  find(address: string): CachedResponse | null {
    const file = this.#files.get(address);
    if (file === undefined) return null;
    const stored = this.#responses.get(address) ?? responseOf(address, file);
    this.#responses.set(address, stored);
    return stored;
  }
}

function responseOf(address: string, file: string): CachedResponse {
  // Asset names contain a hash of their content, so browsers may cache them forever.
  const caching = address.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'max-age=0, must-revalidate';
  const headers = {
    'cache-control': `public, ${caching}`,
    ...(WORKER.test(address) && { 'content-security-policy': WORKER_POLICY }),
  };
  const type = getMimeType(file, TYPES) ?? 'application/octet-stream';
  return new CachedResponse(new Uint8Array(readFileSync(file)), type, headers, BROTLI_QUALITY);
}
