import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { generatePushKeys, webPushSender } from './web-push.ts';

/** A simulated browser with its keys, which decrypts notifications (RFC 8291). */
function device(endpoint = 'https://push.example.com/send/abc', auth = randomBytes(16), privateKey?: Buffer) {
  const own = createECDH('prime256v1');
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const hmac = (key: Buffer, ...parts: readonly Buffer[]) =>
    parts.reduce((digest, part) => digest.update(part), createHmac('sha256', key)).digest();
  const info = (name: string) => Buffer.from(`Content-Encoding: ${name}\0\x01`);
  return {
    device: { endpoint, p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read(sent: Uint8Array): string {
      const body = Buffer.from(sent);
      const salt = body.subarray(0, 16);
      const owned = body.subarray(21, 21 + 65);
      const sealed = body.subarray(21 + 65);
      const secret = hmac(
        hmac(auth, own.computeSecret(owned)),
        Buffer.from('WebPush: info\0'),
        own.getPublicKey(),
        owned,
        Buffer.from([1]),
      );
      const key = hmac(salt, secret);
      const opener = createDecipheriv(
        'aes-128-gcm',
        hmac(key, info('aes128gcm')).subarray(0, 16),
        hmac(key, info('nonce')).subarray(0, 12),
      );
      opener.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString();
    },
  };
}

const keys = { ...generatePushKeys(), contact: 'https://tiffin.test' };

function sender(status: number | Error, addresses: readonly string[] = ['93.184.215.14']) {
  const sent: { address: string; url: string; headers: Record<string, string>; body: Uint8Array }[] = [];
  const push = webPushSender({
    resolve: async () => addresses,
    async post(address, url, headers, body) {
      sent.push({ address, url: url.href, headers, body });
      if (status instanceof Error) throw status;
      return status;
    },
  });
  return { push, sent };
}

test('a notification is encrypted for its device and signed by the restaurant', async () => {
  const browser = device();
  const { push, sent } = sender(201);
  expect(await push.send(browser.device, '{"title":"Order ABCDE"}', keys)).toBe('sent');
  const [
    { address, url, headers, body } = { address: '', url: '', headers: { authorization: '' }, body: Buffer.alloc(0) },
  ] = sent;
  expect([address, url]).toEqual(['93.184.215.14', 'https://push.example.com/send/abc']);
  expect(browser.read(body)).toBe('{"title":"Order ABCDE"}');
  expect(Buffer.from(body).includes('ABCDE')).toBe(false);
  const [, token = ''] = /^vapid t=([^,]+), k=/.exec(headers['authorization'] ?? '') ?? [];
  const [head, claims, signature] = token.split('.');
  const raw = Buffer.from(keys.publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
  });
  const isOurs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  );
  expect(isOurs).toBe(true);
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
    aud: 'https://push.example.com',
    sub: 'https://tiffin.test',
  });
});

test('the simulated browser reads the example of RFC 8291', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const browser = device(
    undefined,
    bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  );
  const body = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(browser.read(body)).toBe('When I grow up, I want to be a watermelon');
});

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'failed'],
  [429, 'failed'],
  [503, 'failed'],
  [new Error('nobody there'), 'failed'],
] as const)('a push service that responds with %s: %s', async (status, fate) => {
  expect(await sender(status).push.send(device().device, 'x', keys)).toBe(fate);
});

test.each([[['127.0.0.1']], [['10.0.0.7']], [['93.184.215.14', '169.254.169.254']], [['::1']], [[]]])(
  'a name that resolves to %s is never called',
  async (addresses) => {
    const { push, sent } = sender(201, addresses);
    expect(await push.send(device().device, 'x', keys)).toBe('gone');
    expect(sent).toEqual([]);
  },
);
