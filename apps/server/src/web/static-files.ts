import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { bestEncoding, compress } from '../http/cached-response.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const SQUEEZABLE = /\.(css|html|js|json|map|svg|txt|webmanifest)$/;

/** A worker lives by the policy it came with: it asks this server, and nobody else. */
const WORKER = '/worker.js';
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

interface File {
  readonly type: string;
  readonly etag: string;
  /** The name holds the content's hash: it may be kept for ever. */
  readonly immutable: boolean;
  readonly place: string;
  bodies: Map<'br' | 'gzip' | null, Promise<Uint8Array<ArrayBuffer>>>;
}

/** The built pages' files: listed once, read and compressed when first asked for, then kept. */
export class StaticFiles {
  readonly #files = new Map<string, File>();

  constructor(folder: string) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const place = path.join(folder, name);
      if (!statSync(place).isFile()) continue;
      const address = `/${name.split(path.sep).join('/')}`;
      this.#files.set(address, {
        type: TYPES[path.extname(name)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(readFileSync(place)).digest('base64url').slice(0, 20)}"`,
        immutable: address.startsWith('/assets/'),
        place,
        bodies: new Map(),
      });
    }
  }

  async answer(request: Request): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    const file = this.#files.get(pathname);
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const headers = new Headers({
      'content-type': file.type,
      etag: file.etag,
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding',
      ...(pathname === WORKER && { 'content-security-policy': WORKER_POLICY }),
    });
    if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
    const encoding = SQUEEZABLE.test(file.place) ? bestEncoding(request.headers) : null;
    if (encoding) headers.set('content-encoding', encoding);
    const body = await bodyOf(file, encoding);
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { headers });
  }
}

function bodyOf(file: File, encoding: 'br' | 'gzip' | null): Promise<Uint8Array<ArrayBuffer>> {
  const before = file.bodies.get(encoding);
  if (before) return before;
  const plain = new Uint8Array(readFileSync(file.place));
  const body = encoding ? compress(plain, encoding, 11) : Promise.resolve(plain);
  file.bodies.set(encoding, body);
  return body;
}
