import type { IncomingMessage } from 'node:http';
import { refuse } from '@tiffin/domain/core';
import { IMAGE_BYTES_MAX } from '@tiffin/domain/menu';
import {
  checkedAddress,
  isPublicAddress,
  requestAt,
  resolveAddresses,
  type AddressRules,
} from '../web/public-addresses.ts';

/** Fetches a picture from an address that a person entered. */
export interface PictureSource {
  /** Returns the bytes of a public address. Refuses files that are too large or too slow, and private addresses. */
  fetch(url: string): Promise<Buffer>;
}

export interface PictureFetchOptions extends AddressRules {
  readonly withinMs: number;
}

const MOST_REDIRECTS = 3;

const PUBLIC_WEB: PictureFetchOptions = {
  resolve: (host) => resolveAddresses(host),
  isAllowed: (address, port) => (port === 80 || port === 443) && isPublicAddress(address),
  withinMs: 10_000,
};

/**
 * Fetches pictures from the public web. Redirects are checked like the first address. All failures but the size of the
 * file look the same, so that callers cannot probe the internal network.
 */
export function webPictures(options: Partial<PictureFetchOptions> = {}): PictureSource {
  const { withinMs, ...rules } = { ...PUBLIC_WEB, ...options };

  async function request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    // Not compressed, because the bytes are passed on as they are.
    const headers = { accept: 'image/*', 'accept-encoding': 'identity' };
    const checked = await checkedAddress(url, rules);
    if (checked === null) throw refuse('image-unreachable');
    return new Promise((resolve, reject) => {
      // A connection of its own, so that destroying the response affects no other request.
      requestAt(checked, url, { signal, headers, agent: false }).on('response', resolve).on('error', reject).end();
    });
  }

  return {
    async fetch(address) {
      try {
        const signal = AbortSignal.timeout(withinMs);
        let url = webAddress(address);
        for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
          const response = await request(url, signal);
          const { statusCode = 0, headers } = response;
          if (statusCode >= 300 && statusCode < 400 && headers.location) {
            response.destroy();
            url = webAddress(headers.location, url);
            continue;
          }
          if (statusCode !== 200) {
            response.destroy();
            break;
          }
          return await readAll(response);
        }
      } catch (error) {
        // Only a public address gets this far, so the size tells nothing about the internal network.
        if (error instanceof PictureTooLarge) throw refuse('image-too-large');
      }
      throw refuse('image-unreachable');
    },
  };
}

function webAddress(text: string, base?: URL): URL {
  const url = new URL(text, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.password !== '') throw refuse('image-unreachable');
  return url;
}

class PictureTooLarge extends Error {}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const isDeclaredTooLarge = Number(response.headers['content-length'] ?? 0) > IMAGE_BYTES_MAX;
  if (!isDeclaredTooLarge) {
    for await (const chunk of response) {
      // Without an encoding, a stream yields buffers.
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      size += bytes.length;
      if (size > IMAGE_BYTES_MAX) break;
    }
  }
  if (isDeclaredTooLarge || size > IMAGE_BYTES_MAX) {
    response.destroy();
    throw new PictureTooLarge(`over ${IMAGE_BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks);
}
