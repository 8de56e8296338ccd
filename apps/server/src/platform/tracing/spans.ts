/** A span is one timed piece of work within a trace. Names and attributes never contain personal data. */
export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
  /** Headers that may continue another program's trace. `none` begins a new trace, also inside another span. */
  readonly parent?: Headers | 'none';
}

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanEnd {
  /** A better name than the first one. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** The kind of error, if the work failed. */
  readonly error?: string;
}

export interface OpenSpan {
  readonly traceId: string;
  /** Runs work whose own spans become children of this one. */
  within<T>(work: () => T): T;
  end(end?: SpanEnd): void;
}

/** Makes spans. */
export interface SpanMaker {
  start(span: SpanStart): OpenSpan;
  /** True if the current work belongs to a span that is recorded and not over yet. */
  isInSpan(): boolean;
  /** Runs work that does not belong to the current span. */
  outside<T>(work: () => T): T;
}

/** Null without a collector, which is the normal case and costs nothing. */
let maker: SpanMaker | null = null;

export function setSpanMaker(next: SpanMaker | null): void {
  maker = next;
}

/** Null without a collector. */
export function startSpan(span: SpanStart): OpenSpan | null {
  return maker?.start(span) ?? null;
}

export function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = startSpan(start);
  return span ? followWork(span, work) : work();
}

/** A span for a statement. Statements outside a request, reaction or job get none: their loops never end. */
export function inStatementSpan<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!maker?.isInSpan()) return work();
  const name = statementName(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return followWork(maker.start({ name, kind: 'client', attributes }), work);
}

/** For work that a request starts but that goes on without it. */
export function outsideSpans<T>(work: () => T): T {
  return maker ? maker.outside(work) : work();
}

async function followWork<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error: errorKind(error) });
    throw error;
  }
}

/** Not the message, which may contain what a guest typed. */
export function errorKind(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : typeof error;
}

/** 'select orders': the verb and the first table. */
export function statementName(text: string): string {
  const verb = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  // A name before a bracket is a function, except after `into`.
  const [, written, read] = /\b(?:into|update)\s+"?([a-z_]+)|\bfrom\s+"?([a-z_]+)\b"?(?!\s*\()/.exec(text) ?? [];
  const table = written ?? read;
  return table === undefined ? verb : `${verb} ${table}`;
}
