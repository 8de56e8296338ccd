// Receives webhooks, as Standard Webhooks (standardwebhooks.com) describes them. WEBHOOK_SECRET is what Connections
// showed once. Answer with 2xx as soon as you have stored the event: everything else is tried again, for three days.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_AGE_SECONDS = 300;

/** Whether the restaurant signed this text within the last minutes. A header has several signatures while a secret is replaced. */
export function isGenuine(text, headers, secret, now = Date.now()) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (Math.abs(now / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((each) => {
    const [version, signature = ''] = each.split(',');
    const bytes = Buffer.from(signature, 'base64');
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/** A server that hands each event on once, also if it arrives again. Keep the ids in a database if you restart. */
export function receiver(secret, onEvent) {
  const seen = new Set();

  async function answer(request) {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    // Check the text as it arrived: JSON that was parsed and written again has another signature.
    if (!isGenuine(text, request.headers, secret)) return 401;
    const id = request.headers['webhook-id'];
    if (!seen.has(id)) await onEvent(JSON.parse(text));
    seen.add(id);
    return 204;
  }

  return createServer((request, response) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      (error) => {
        process.stderr.write(`${error.stack}\n`);
        response.writeHead(500).end();
      },
    );
  });
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const print = (line) => process.stdout.write(`${line}\n`);
  const { WEBHOOK_SECRET, PORT = '8100' } = process.env;
  if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET is missing: copy it from Connections.');
  const server = receiver(WEBHOOK_SECRET, ({ type, timestamp, data }) => {
    print(`${timestamp} ${type} ${JSON.stringify(data)}`);
  });
  server.listen(Number(PORT), '127.0.0.1', () => print(`Waiting at http://127.0.0.1:${PORT}/`));
}
