import { sameToken } from '../auth/secrets.ts';
import type { Config } from '../../config.ts';
import type { ApiContext } from './api-context.ts';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The addresses of this machine. For IPv6 it is the network of ::1, which has no other machine. */
const THIS_MACHINE = new Set(['127.0.0.1', '0:0:0:0::/64', '::ffff:127.0.0.1']);
/** A request with any of these came through a proxy. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Metrics need the token. Outside production, requests from this machine may read them too; in production a local
 * proxy would forward everyone.
 */
export function mayReadMetrics(c: ApiContext, { METRICS_TOKEN, production }: Config): boolean {
  const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (METRICS_TOKEN !== undefined && token !== undefined) return sameToken(METRICS_TOKEN, token);
  if (production) return false;
  return THIS_MACHINE.has(c.var.info.address ?? '') && PROXY_HEADERS.every((name) => c.req.header(name) === undefined);
}

/** Counters of this process since the last reset, for /metrics and getMetrics. */
export class Metrics {
  since: Date;
  openStreams = 0;
  /** This and `startedRequests` count since the server started. */
  failedReactions = 0;
  startedRequests = 0;
  readonly #registry = new Registry();
  readonly #requests = new Counter(this.#byCall('requests_total', 'Requests answered, by call.'));
  readonly #errors = new Counter(this.#byCall('errors_total', 'Requests answered with a 5xx, by call.'));
  readonly #seconds = new Histogram({
    ...this.#byCall('request_seconds', 'Time to answer, by call.'),
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  readonly #failedReactions = new Counter({
    name: 'tiffin_reaction_failures_total',
    help: 'Batches of events that a reaction failed to handle and will try again, by reaction.',
    labelNames: ['reaction'],
    registers: [this.#registry],
  });
  readonly #providerFailures = new Counter({
    name: 'tiffin_payment_provider_failures_total',
    help: 'Requests to the card provider that it did not answer.',
    registers: [this.#registry],
  });
  readonly #slowestMs = new Map<string, number>();
  #names: { readonly calls: readonly string[]; readonly reactions: readonly string[] } = { calls: [], reactions: [] };
  readonly #build: { readonly version: string; readonly commit: string };

  constructor(now: Date, build: { readonly version: string; readonly commit: string }) {
    this.#build = build;
    this.since = now;
  }

  #byCall(name: string, help: string) {
    return { name: `tiffin_${name}`, help, labelNames: ['call'] as const, registers: [this.#registry] };
  }

  reset(now: Date): void {
    this.since = now;
    this.#registry.resetMetrics();
    this.#slowestMs.clear();
    this.beginAtZero(this.#names);
  }

  /** Prometheus sees an increase only of a counter that it has seen before, so the first error counts from zero. */
  beginAtZero(names: { readonly calls: readonly string[]; readonly reactions: readonly string[] }): void {
    this.#names = names;
    for (const call of names.calls) this.#errors.inc({ call }, 0);
    for (const reaction of names.reactions) this.#failedReactions.inc({ reaction }, 0);
  }

  count(call: string, status: number, ms: number): void {
    this.#requests.inc({ call });
    if (status >= 500) this.#errors.inc({ call });
    this.#seconds.observe({ call }, ms / 1_000);
    this.#slowestMs.set(call, Math.max(this.#slowestMs.get(call) ?? 0, ms));
  }

  countFailedReaction(reaction: string): void {
    this.failedReactions++;
    this.#failedReactions.inc({ reaction });
  }

  countProviderFailure(): void {
    this.#providerFailures.inc();
  }

  async report() {
    const errors = valuesByCall((await this.#errors.get()).values);
    const seconds = valuesByCall(
      (await this.#seconds.get()).values.filter((each) => each.metricName?.endsWith('_sum')),
    );
    const byCall = [...valuesByCall((await this.#requests.get()).values)].map(([call, requests]) => ({
      call,
      requests,
      errors: errors.get(call) ?? 0,
      averageMs: round(((seconds.get(call) ?? 0) * 1_000) / requests),
      slowestMs: round(this.#slowestMs.get(call) ?? 0),
    }));
    return {
      since: this.since.toISOString(),
      requests: byCall.reduce((sum, each) => sum + each.requests, 0),
      errors: byCall.reduce((sum, each) => sum + each.errors, 0),
      byCall: byCall.toSorted((a, b) => b.requests - a.requests),
      openStreams: this.openStreams,
      memoryBytes: process.memoryUsage.rss(),
    };
  }

  /** Prometheus text format. */
  text(gauges: Readonly<Record<string, number>>): Promise<string> {
    const now = {
      open_streams: this.openStreams,
      memory_bytes: process.memoryUsage.rss(),
      uptime_seconds: process.uptime(),
    };
    const current = new Registry();
    for (const [name, value] of Object.entries({ ...now, ...gauges })) {
      new Gauge({ name: `tiffin_${name}`, help: `${name.replaceAll('_', ' ')}.`, registers: [current] }).set(value);
    }
    const info = { name: 'tiffin_info', help: 'The version of this copy.', labelNames: ['version', 'commit'] };
    new Gauge({ ...info, registers: [current] }).set(this.#build, 1);
    return Registry.merge([this.#registry, current]).metrics();
  }
}

function valuesByCall(values: readonly { value: number; labels: { call?: string | number } }[]): Map<string, number> {
  return new Map(values.map(({ labels, value }) => [String(labels.call), value]));
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
