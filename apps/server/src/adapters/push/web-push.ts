import { generateKeyPairSync } from 'node:crypto';
import { request } from 'node:https';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { resolveAddresses, isPublicAddress } from '../web/public-addresses.ts';

/** A device's subscription at its browser's push service. */
export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The VAPID keys that identify the restaurant to push services. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where a push service can contact us: a web or mail address. */
  readonly contact: string;
}

export type PushResult =
  | 'sent'
  /** The device no longer exists or unsubscribed. */
  | 'gone'
  /** Temporary failure. */
  | 'failed';

export interface PushSender {
  send(device: PushDevice, text: string, keys: PushKeys): Promise<PushResult>;
}

const WITHIN_MS = 10_000;
/** A push service drops notifications older than this. */
const TTL_S = 60 * 60;

/** How push services are reached. Tests replace it. */
export interface PushTransport {
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Posts to a checked address and returns the status. */
  readonly post: (address: string, url: URL, headers: Record<string, string>, body: Uint8Array) => Promise<number>;
}

const PUBLIC_WEB: PushTransport = {
  resolve: (host) => resolveAddresses(host),
  post: (address, url, headers, body) =>
    new Promise((resolve, reject) => {
      const pushRequest = request({
        host: address,
        servername: url.hostname,
        port: 443,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, host: url.host },
        agent: false,
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      pushRequest.on('error', reject);
      pushRequest.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      pushRequest.end(body);
    }),
};

/**
 * Sends encrypted notifications through the browsers' push services. The address comes from a browser, so all its
 * resolved addresses are checked and the connection goes to a checked one.
 */
export function webPushSender({ resolve, post }: PushTransport = PUBLIC_WEB): PushSender {
  return {
    async send({ endpoint, p256dh, auth }, text, { publicKey, privateKey, contact }) {
      try {
        const url = new URL(endpoint);
        const addresses = await resolve(url.hostname);
        const [address] = addresses;
        if (address === undefined || !addresses.every(isPublicAddress)) return 'gone';
        const { headers, body } = await buildPushPayload(
          { data: text, options: { ttl: TTL_S, urgency: 'high' } },
          { endpoint, expirationTime: null, keys: { p256dh, auth } },
          { subject: contact, publicKey, privateKey },
        );
        const status = await post(address, url, headers, body);
        if (status === 404 || status === 410) return 'gone';
        return status >= 200 && status < 300 ? 'sent' : 'failed';
      } catch {
        return 'failed';
      }
    },
  };
}

/** Makes VAPID keys: the public key as an uncompressed point, both in base64url. */
export function generatePushKeys(): Omit<PushKeys, 'contact'> {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  // The byte 4 marks an uncompressed point.
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}
