import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Errors the device can be told to make. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly crossOrigin?: boolean;
  readonly type?: string;
  /** Replaces the challenge of the request. */
  readonly challenge?: unknown;
  /** An attestation format that states the make of the device, with an invalid certificate. */
  readonly make?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const url = (bytes: Buffer) => bytes.toString('base64url');

/** A simulated WebAuthn authenticator with one ES256 passkey. */
export class Authenticator {
  readonly credentialId = randomBytes(16);
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #point: { x: Buffer; y: Buffer };
  userHandle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  make(options: Readonly<Record<string, unknown>>, wrong: Wrong = {}) {
    this.userHandle = (options['user'] as { id: string }).id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const { x, y } = this.#point;
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const key = Buffer.concat([hex('a5010203262001215820'), x, hex('225820'), y]);
    const authData = Buffer.concat([this.#authData(wrong, WITH_KEY), Buffer.alloc(16), length, this.credentialId, key]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(authData.length);
    // {"fmt": "none", "attStmt": {}, "authData": bytes}, with {"x5c": [bytes]} as attStmt when a make is stated
    const attestationObject = Buffer.concat([
      hex('a3'),
      cborText('fmt'),
      cborText(wrong.make ?? 'none'),
      cborText('attStmt'),
      wrong.make === undefined ? hex('a0') : hex('a1637835638143000000'),
      cborText('authData'),
      hex('59'),
      size,
      authData,
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', options, wrong);
    return {
      ...this.#named(),
      response: { clientDataJSON: url(clientDataJSON), attestationObject: url(attestationObject), transports: ['usb'] },
    };
  }

  answer(options: Readonly<Record<string, unknown>>, wrong: Wrong = {}) {
    this.counter += 1;
    const authenticatorData = this.#authData(wrong);
    const clientDataJSON = this.#clientData('webauthn.get', options, wrong);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), this.#key);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: url(clientDataJSON),
        authenticatorData: url(authenticatorData),
        signature: url(signature),
        userHandle: this.userHandle,
      },
    };
  }

  #named() {
    const id = url(this.credentialId);
    return { id, rawId: id, type: 'public-key' as const };
  }

  #authData({ rpId = new URL(this.#origin).hostname, isVerified = true, counter = this.counter }: Wrong, more = 0) {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | more);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), rest]);
  }

  #clientData(type: string, options: Readonly<Record<string, unknown>>, wrong: Wrong): Buffer {
    const { origin = this.#origin, crossOrigin = false, challenge = options['challenge'] } = wrong;
    return Buffer.from(JSON.stringify({ type: wrong.type ?? type, challenge, origin, crossOrigin }));
  }
}

const hex = (digits: string) => Buffer.from(digits, 'hex');
const cborText = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
