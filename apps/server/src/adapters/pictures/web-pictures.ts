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
 * Fetches pictures from the public web. Redirects are checked like the first address. All failures look the same, so
 * that callers cannot probe the internal network.
 */
export function webPictures(options: Partial<PictureFetchOptions> = {}): PictureSource {
  const { withinMs, ...rules } = { ...PUBLIC_WEB, ...options };

  async function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const headers = { accept: 'image/*', 'accept-encoding': 'identity' };
    const checked = await checkedAddress(url, rules);
    if (checked === null) throw refuse('image-unreachable');
    return new Promise((answered, failed) => {
      requestAt(checked, url, { signal, headers, agent: false }).on('response', answered).on('error', failed).end();
    });
  }

  return {
    async fetch(address) {
      try {
        const signal = AbortSignal.timeout(withinMs);
        let url = webAddress(address);
        for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
          const answer = await ask(url, signal);
          const { statusCode = 0, headers } = answer;
          if (statusCode >= 300 && statusCode < 400 && headers.location) {
            answer.destroy();
            url = webAddress(headers.location, url);
            continue;
          }
          if (statusCode !== 200) {
            answer.destroy();
            break;
          }
          return await readAll(answer);
        }
      } catch (error) {
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

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const isDeclaredTooLarge = Number(answer.headers['content-length'] ?? 0) > IMAGE_BYTES_MAX;
  if (!isDeclaredTooLarge) {
    for await (const chunk of answer) {
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      size += bytes.length;
      if (size > IMAGE_BYTES_MAX) break;
    }
  }
  if (isDeclaredTooLarge || size > IMAGE_BYTES_MAX) {
    answer.destroy();
    throw new PictureTooLarge('more than a photo has');
  }
  return Buffer.concat(chunks);
}
