/** How a person signed in, or confirmed it since. */
export const SIGN_IN_PROOFS = ['password', 'code', 'passkey', 'social', 'pin'] as const;
export type SignInProof = (typeof SIGN_IN_PROOFS)[number];

/** True for proofs that cannot be lost or passed on unnoticed. */
export function isSecondStepProof(proof: SignInProof | null): boolean {
  return proof === 'code' || proof === 'passkey';
}

/** True for a code of the authenticator app. Anything else is a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** How long a confirmed sign-in counts as fresh. */
const FRESH_MS = 10 * 60_000;

/** True while a confirmed sign-in counts as fresh. */
export function isRecentProof(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() <= FRESH_MS;
}
