import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// The baseline, run as its own process by `bare.ts`: serves the bytes of standard input from memory.
let body = '';
for await (const chunk of process.stdin.setEncoding('utf8')) body += String(chunk);

const app = new Hono();
app.get('*', (c) => c.body(body, 200, { 'content-type': process.argv[2] ?? 'text/plain' }));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
