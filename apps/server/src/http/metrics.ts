/** What this process did since the last reset; kept small and in memory, read by /metrics and getMetrics. */
interface Tally {
  requests: number;
  errors: number;
  totalMs: number;
  slowestMs: number;
}

const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

export class Metrics {
  since: Date;
  openStreams = 0;
  readonly #byCall = new Map<string, Tally>();
  readonly #buckets: number[] = [...BUCKETS_MS, 0].map(() => 0);
  #totalMs = 0;

  constructor(now: Date) {
    this.since = now;
  }

  reset(now: Date): void {
    this.since = now;
    this.#byCall.clear();
    this.#buckets.fill(0);
    this.#totalMs = 0;
  }

  count(call: string, status: number, ms: number): void {
    let tally = this.#byCall.get(call);
    if (!tally) this.#byCall.set(call, (tally = { requests: 0, errors: 0, totalMs: 0, slowestMs: 0 }));
    tally.requests++;
    if (status >= 500) tally.errors++;
    tally.totalMs += ms;
    tally.slowestMs = Math.max(tally.slowestMs, ms);
    this.#totalMs += ms;
    const bucket = BUCKETS_MS.findIndex((limit) => ms <= limit);
    const index = bucket === -1 ? BUCKETS_MS.length : bucket;
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
  }

  report() {
    const byCall = [...this.#byCall].map(([call, tally]) => ({
      call,
      requests: tally.requests,
      errors: tally.errors,
      averageMs: round(tally.totalMs / tally.requests),
      slowestMs: round(tally.slowestMs),
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

  /** Prometheus' text format. */
  text(gauges: Readonly<Record<string, number>>): string {
    const lines: string[] = [];
    const metric = (name: string, type: string, help: string, samples: readonly string[]): void => {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples);
    };
    const calls = [...this.#byCall];
    metric(
      'tiffin_requests_total',
      'counter',
      'Requests answered, by call.',
      calls.map(([call, tally]) => `tiffin_requests_total{call="${call}"} ${tally.requests}`),
    );
    metric(
      'tiffin_errors_total',
      'counter',
      'Requests answered with a 5xx, by call.',
      calls.map(([call, tally]) => `tiffin_errors_total{call="${call}"} ${tally.errors}`),
    );
    let sum = 0;
    const histogram = this.#buckets.map((count, index) => {
      sum += count;
      const limit = BUCKETS_MS[index];
      return `tiffin_request_seconds_bucket{le="${limit === undefined ? '+Inf' : limit / 1_000}"} ${sum}`;
    });
    metric('tiffin_request_seconds', 'histogram', 'Time to answer.', [
      ...histogram,
      `tiffin_request_seconds_sum ${this.#totalMs / 1_000}`,
      `tiffin_request_seconds_count ${sum}`,
    ]);
    for (const [name, value] of Object.entries({
      open_streams: this.openStreams,
      memory_bytes: process.memoryUsage.rss(),
      uptime_seconds: process.uptime(),
      ...gauges,
    })) {
      metric(`tiffin_${name}`, 'gauge', `${name.replaceAll('_', ' ')}.`, [`tiffin_${name} ${value}`]);
    }
    return `${lines.join('\n')}\n`;
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
