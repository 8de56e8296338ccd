import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType, mimes } from 'hono/utils/mime';
import { CachedResponse } from '../platform/http/cached-response.ts';

const TYPES = { ...mimes, wav: 'audio/wav' };

/** A worker lives by the policy it came with: it asks this server, and nobody else. */
const WORKER = /^\/worker(?:-\w\w)?\.js$/;
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** The built pages' files: listed once, read and compressed when first asked for, then kept. */
export class StaticFiles {
  readonly #files = new Map<string, string>();
  readonly #kept = new Map<string, CachedResponse>();

  /** Of several folders the first has a name. */
  constructor(folders: readonly string[]) {
    for (const folder of folders.toReversed()) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (entry.isFile()) this.#files.set(`/${path.relative(folder, file).replaceAll(path.sep, '/')}`, file);
      }
    }
  }

  at(address: string): CachedResponse | null {
    const file = this.#files.get(address);
    if (file === undefined) return null;
    const stored = this.#kept.get(address) ?? responseOf(address, file);
    this.#kept.set(address, stored);
    return stored;
  }
}

function responseOf(address: string, file: string): CachedResponse {
  // The name of an asset holds its content's hash: it may be kept for ever.
  const lasts = address.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'max-age=0, must-revalidate';
  const headers = {
    'cache-control': `public, ${lasts}`,
    ...(WORKER.test(address) && { 'content-security-policy': WORKER_POLICY }),
  };
  const type = getMimeType(file, TYPES) ?? 'application/octet-stream';
  return new CachedResponse(new Uint8Array(readFileSync(file)), type, headers, 11);
}
