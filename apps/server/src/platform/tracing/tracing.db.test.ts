import { once } from 'node:events';
import { createServer, request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { otlpReceiver, type ReceivedSpan } from '../../testing/otlp-receiver.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { startServer } from '../../testing/server-process.ts';
import { freePort } from '../../web/free-port.ts';
import { startJob } from '../jobs/jobs.ts';
import { startTracing } from './open-telemetry.ts';
import { inSpan, startSpan } from './spans.ts';

const collector = await otlpReceiver();
const server = await testServer();
const payload = await payloadMaker(server);
const settings = { endpoint: collector.endpoint, share: 1, version: '1' };
const tracing = startTracing(settings, server.context.log);
const outside = await outsideService();
afterAll(async () => {
  await tracing.stop();
  collector.close();
  outside.close();
});
beforeEach(async () => {
  await tracing.flush();
  collector.spans.length = 0;
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** A service that the server calls, and the headers it got. */
async function outsideService() {
  const headers: IncomingHttpHeaders[] = [];
  const service = createServer((request, answer) => {
    headers.push(request.headers);
    answer.writeHead(request.url === '/broken' ? 500 : 200).end('fine');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return { url, headers, close: () => service.close().closeAllConnections() };
}

async function receivedSpans(): Promise<readonly ReceivedSpan[]> {
  await tracing.flush();
  return collector.spans;
}

const warnings = (log: string) => log.split('the collector does not take the traces').length - 1;

const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('an order continues its caller’s trace, with a span for the call and one for each statement', async () => {
  const order = {
    ...payload(),
    customerInfo: { name: 'Zebedee Quux', email: 'zebedee@example.test', phone: '(902) 555-0199' },
  };
  const traced = { ...SITE_KEY, traceparent: `00-${TRACE}-${CALLER}-01` };
  const { status, body } = await server.call('createCustomerOrderCash', { body: order }, traced);
  expect(status).toBe(200);
  const spans = await receivedSpans();
  const [call, ...others] = spans.filter(({ name }) => name === 'createCustomerOrderCash');
  expect(others).toEqual([]);
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 });
  expect(attributesOf(call as ReceivedSpan)).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
  });
  const children = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(children.some(({ name }) => name.endsWith(' orders'))).toBe(true);
  expect(children.every(({ traceId, kind }) => traceId === TRACE && kind === 3)).toBe(true);
  expect(JSON.stringify(spans)).not.toMatch(/zebedee|quux|555-0199/i);
  expect(JSON.stringify(spans)).not.toContain(body.orderId);
  expect(collector.resources.join()).toMatch(/"service\.name".*"tiffin"/);
});

test('the reactions to an order and jobs are traces of their own', async () => {
  await server.call('createCustomerOrderCash', { body: payload() }, SITE_KEY);
  await server.settle();
  let ran = 0;
  const job = startJob(server.context, { name: 'traced-job', every: 86_400, atStart: true, run: async () => ran++ });
  await vi.waitUntil(() => ran === 1);
  await job.stop();
  const spans = await receivedSpans();
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
  expect(roots).toContain('job traced-job');
  const reaction = spans.find(({ name }) => name.startsWith('reaction '));
  expect(roots).toContain(reaction?.name);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === reaction?.spanId).map(({ name }) => name)).toContain(
    'select event_readers',
  );
});

test('requests to other services carry the trace on, and are recorded without their path', async () => {
  outside.headers.length = 0;
  const unusedPort = await freePort();
  await inSpan({ name: 'outer', kind: 'internal' }, async () => {
    await (await fetch(`${outside.url}/secret-path?token=1`)).text();
    await new Promise<void>((done) => {
      requestHttp(`${outside.url}/broken`, (answer) => answer.resume().on('end', done)).end();
    });
    await fetch(`http://127.0.0.1:${unusedPort}/`).catch(() => undefined);
  });
  const spans = await receivedSpans();
  const outer = spans.find(({ name }) => name === 'outer');
  const requests = spans.filter(({ parentSpanId }) => parentSpanId === outer?.spanId);
  expect(requests.map(attributesOf)).toEqual([
    { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
    {
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'http.response.status_code': 500,
      'error.type': '500',
    },
    { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'error.type': expect.any(String) },
  ]);
  expect(outside.headers.map(({ traceparent }) => traceparent)).toEqual(
    requests.slice(0, 2).map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  );
  expect(JSON.stringify(spans)).not.toMatch(/secret-path|token/);
});

test('statements after the end of a request are not added to its trace', async () => {
  const span = startSpan({ name: 'finished', kind: 'internal' });
  span?.end();
  await span?.within(() => server.context.db.selectFrom('locations').select('id').execute());
  expect((await receivedSpans()).map(({ name }) => name)).toEqual(['finished']);
});

test(
  'a server sends its traces, and when the collector is gone it works and stops as before',
  { timeout: 120_000 },
  async () => {
    const remote = await otlpReceiver();
    await using running = await startServer({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${remote.endpoint}/`,
        OTEL_EXPORTER_OTLP_TIMEOUT: '200',
        DEMO: '1',
        RATE_LIMITS: '0',
      },
      apiOnly: true,
    });
    const ping = () => fetch(`${running.url}/api/getLocations`, { headers: SITE_KEY });
    expect((await ping()).status).toBe(200);
    await vi.waitUntil(() => remote.spans.some(({ name }) => name === 'getLocations'), { timeout: 20_000 });
    remote.close();
    for (let at = 0; at < 20; at++) expect((await ping()).status).toBe(200);
    await vi.waitUntil(() => warnings(running.output()) > 0, { timeout: 20_000 });
    for (let at = 0; at < 20; at++) expect((await ping()).status).toBe(200);
    expect(await running.stop()).toBeLessThan(5_000);
    expect(warnings(running.output())).toBe(1);
    expect(await running.ended).toBe(0);
  },
);
