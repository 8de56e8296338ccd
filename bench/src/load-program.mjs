import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

// Generates the load that its argument describes as JSON (`Load` of load.ts), and prints autocannon's result as JSON.
const {
  url,
  clients,
  seconds,
  rate,
  method = 'GET',
  headers = {},
  body,
  uniqueKeys,
  cookies,
} = JSON.parse(process.argv[2]);

let sent = 0;
/** Browsers send a new UUID with each order. */
const withNewKey = (request) => ({
  ...request,
  headers: {
    ...request.headers,
    'idempotency-key': randomUUID(),
    ...(cookies && { cookie: cookies[sent++ % cookies.length] }),
  },
});

const result = await autocannon({
  url,
  connections: clients,
  duration: seconds,
  ...(rate !== undefined && { overallRate: rate }),
  requests: [{ method, headers, body, ...(uniqueKeys && { setupRequest: withNewKey }) }],
});
process.stdout.write(JSON.stringify(result));
