import { request } from 'node:https';
import { resolveAddresses, isPublicAddress } from '../pictures/public-addresses.ts';

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

export interface PushTransport {
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Posts to a checked address and returns the status. */
  readonly post: (address: string, url: URL, headers: Record<string, string>, body: Buffer) => Promise<number>;
}

const PUBLIC_WEB: PushTransport = {
  resolve: (host) => resolveAddresses(host),
  post: (address, url, headers, body) =>
    new Promise((answered, failed) => {
      const query = request({
        host: address,
        servername: url.hostname,
        port: 443,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, host: url.host },
        agent: false,
        signal: AbortSignal.timeout(WITHIN_MS),
      });
      query.on('error', failed);
      query.on('response', (response) => {
        response.resume();
        answered(response.statusCode ?? 0);
      });
      query.end(body);
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
        const { default: webpush } = await import('web-push');
        const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
          vapidDetails: { subject: contact, publicKey, privateKey },
          TTL: TTL_S,
          urgency: 'high',
        });
        const status = await post(address, url, wordsOf(headers), body ?? Buffer.alloc(0));
        if (status === 404 || status === 410) return 'gone';
        return status >= 200 && status < 300 ? 'sent' : 'failed';
      } catch {
        return 'failed';
      }
    },
  };
}

function wordsOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
