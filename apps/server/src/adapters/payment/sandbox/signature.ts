import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'sandbox-signature';
export const TOLERANCE_SECONDS = 300;

/** `t=<seconds>,v1=<hex>`: the time is signed with the body, so that an old event cannot be sent again. */
export function sign(raw: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${mac(raw, secret, seconds)}`;
}

export function isSigned(raw: string, header: string | null, secret: string, now: Date): boolean {
  const read = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!read?.[1] || !read[2]) return false;
  const seconds = Number(read[1]);
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(Buffer.from(read[2], 'hex'), Buffer.from(mac(raw, secret, seconds), 'hex'));
}

function mac(raw: string, secret: string, seconds: number): string {
  return createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
}
