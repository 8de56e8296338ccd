import { sameToken } from '../auth/same-token.ts';
import type { Config } from '../config.ts';
import type { ApiContext } from './api-context.ts';

/** IPv6 addresses are known by their network; that of ::1 holds no other machine. */
const THIS_MACHINE = new Set(['127.0.0.1', '0:0:0:0::/64', '::ffff:127.0.0.1']);
/** What proxies write; with any of them the request began elsewhere, wherever it comes from last. */
const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Who reads the metrics without an account: whoever has the token. Only outside production, where no
 * proxy stands in front, is being on this machine enough: a proxy on it passes on the whole world.
 */
export function mayMeasure(c: ApiContext, { METRICS_TOKEN, production }: Config): boolean {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (METRICS_TOKEN !== undefined && given !== undefined) return sameToken(METRICS_TOKEN, given);
  if (production) return false;
  return THIS_MACHINE.has(c.var.info.address ?? '') && PASSED_ON.every((name) => c.req.header(name) === undefined);
}
