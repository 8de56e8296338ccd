import {
  context as contexts,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context as SpanContext,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { followOutgoingRequests } from './outgoing-requests.ts';
import { setSpanMaker, type OpenSpan, type SpanMaker, type SpanStart } from './spans.ts';

export interface TracingSettings {
  /** The collector's address without a slash at its end. It accepts traces at `/v1/traces` below it. */
  readonly endpoint: string;
  /** The share of traces to record, from 0 to 1. */
  readonly share: number;
  readonly version: string;
}

export interface Tracing {
  /** Sends what is waiting, within a second. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const SEND_EVERY_MS = 1_000;
const FLUSH_WITHIN_MS = 1_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const propagator = new W3CTraceContextPropagator();

/**
 * Sends spans to an OTLP collector over HTTP. The exporter reads the other standard variables, such as
 * OTEL_EXPORTER_OTLP_HEADERS, itself. A collector that does not answer costs only its spans.
 */
export function startTracing({ endpoint, share, version }: TracingSettings, log: Logger): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const processor = new BatchSpanProcessor({
    exporter: withFailureLog(exporter, log),
    scheduledDelayMillis: SEND_EVERY_MS,
  });
  const own = resourceFromAttributes({ 'service.name': 'tiffin', 'service.version': version });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({
      root: share < 1 ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler(),
    }),
    spanProcessors: [processor],
  });
  contexts.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  setSpanMaker(spanMaker(provider.getTracer('tiffin', version)));
  const unfollow = followOutgoingRequests(injectInto);
  return {
    flush: () => atMost(FLUSH_WITHIN_MS, provider.forceFlush()),
    async stop() {
      setSpanMaker(null);
      unfollow();
      await atMost(FLUSH_WITHIN_MS, provider.shutdown());
      contexts.disable();
    },
  };
}

function spanMaker(tracer: Tracer): SpanMaker {
  return {
    start(start) {
      const parent = parentOf(start);
      const { name, kind, attributes = {} } = start;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
      return openSpan(span, trace.setSpan(parent, span));
    },
    isInSpan: () => trace.getSpan(contexts.active())?.isRecording() === true,
    outside: (work) => contexts.with(ROOT_CONTEXT, work),
  };
}

function parentOf({ parent }: SpanStart): SpanContext {
  if (parent === 'none') return ROOT_CONTEXT;
  const current = contexts.active();
  // A page calls the API within the process, with the headers of its visitor.
  if (parent === undefined || trace.getSpan(current)) return current;
  return propagator.extract(ROOT_CONTEXT, parent, {
    get: (headers, name) => headers.get(name) ?? undefined,
    keys: (headers) => [...headers.keys()],
  });
}

function openSpan(span: Span, inside: SpanContext): OpenSpan {
  return {
    traceId: span.spanContext().traceId,
    within: (work) => contexts.with(inside, work),
    end({ name, attributes, error } = {}) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes({ ...attributes });
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Adds the headers with which another program continues the trace of the current span. */
function injectInto(addHeader: (name: string, value: string) => void): void {
  propagator.inject(contexts.active(), null, { set: (_, name, value) => addHeader(name, value) });
}

/** Logs once that the collector cannot be used, until it can again. */
function withFailureLog(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        const hasFailed = code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isFailing) log.warn({ err: error }, 'the collector does not take the traces');
        isFailing = hasFailed;
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** A collector that hangs delays neither requests nor the end of the server. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
