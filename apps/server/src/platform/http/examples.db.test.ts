import { EXAMPLES } from '@tiffin/contract/examples';
import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const asha = await server.signIn('customer@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const examples = Object.entries(EXAMPLES).flatMap(([call, each]) =>
  each.map(({ summary, value }) => [call, summary, value] as const),
);

test.each(examples)('%s accepts the published example “%s”', async (call, _summary, value) => {
  const caller = call.startsWith('createAdmin') ? manager : asha;
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const answer = await server.fetch(`/api/${call}`, { method: 'POST', headers, body: JSON.stringify(value) }, caller);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ success: true })]);
});
