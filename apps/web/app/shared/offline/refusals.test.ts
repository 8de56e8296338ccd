import { failures, type FailureCode } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { QUEUED_CALLS, type QueuedCall, type QueuedChange } from './changes.ts';
import { paymentTakenAnyway, refusalQuestion } from './refusals.ts';

const MADE_AT = Date.parse('2026-11-20T21:38:00.000Z');

function refused(
  call: QueuedCall,
  code: string,
  truth: Record<string, unknown> = {},
  body: Record<string, unknown> = {},
): QueuedChange {
  return {
    call,
    body: { orderId: 'TRU-20261120-R8K2M', ...body },
    kind: 'order',
    subjects: [],
    failures: 0,
    notBefore: 0,
    isStuck: true,
    place: 1,
    id: 'key',
    about: 'Order R8K2M: $68.90 in cash',
    by: null,
    madeAt: MADE_AT,
    problem: { code, words: code in failures ? failures[code as FailureCode][1] : 'No.', truth },
  } as unknown as QueuedChange;
}

/** Words that mean nothing to a person at a till. */
const TECHNICAL = /idempotency|header|json|content type|request body|another method|another site|[a-z]+-[a-z]+-reused/i;

const CODES = [...Object.keys(failures), 'a-code-of-a-newer-server'];

test.each(QUEUED_CALLS.flatMap((call) => CODES.map((code) => [call, code] as const)))(
  'a queued %s that is refused with %s says what happened and what to do next',
  (call, code) => {
    const { words, hint, answers } = refusalQuestion(refused(call, code));
    expect(words.length).toBeGreaterThan(2);
    expect(hint).toMatch(/\w.*\.$/);
    for (const text of [words, hint, ...answers.map(({ label }) => label)]) {
      expect(text).not.toMatch(TECHNICAL);
      expect(text).not.toContain(code.includes('-') ? code : 'undefined');
    }
    // Every question can be ended, and no two answers look the same.
    expect(answers.map(({ kind }) => kind)).toContain('discard');
    expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
    const saysWhatElse = answers.length > 1 || /enter it again|nothing is left/.test(hint);
    expect(saysWhatElse).toBe(true);
  },
);

const paid = {
  paidBy: 'Drew',
  paidAt: '2026-11-20T21:37:00.000Z',
  amount: 68.9,
  tender: 'cash',
};

test('cash that two tablets took asks whether the second person took it too, and both answers are open', () => {
  const change = refused('processOrderPayment', 'already-paid', paid, { collected: 68.9 });
  const { words, answers } = refusalQuestion(change);
  expect(words).toMatch(/^Drew took \$68\.90 in cash at .+[^.]\. Did you take it too\?$/);
  expect(answers).toEqual([
    { kind: 'record', label: 'Yes, I took $68.90 too' },
    { kind: 'discard', label: 'No, only Drew did' },
  ]);
});

test('cash for an order that was paid by card names who paid, and asks for the cash', () => {
  const change = refused('processOrderPayment', 'already-paid', { ...paid, paidBy: 'Ash Demo', tender: 'card' });
  const { words } = refusalQuestion({ ...change, body: { ...change.body, collected: 70 } } as QueuedChange);
  expect(words).toMatch(/^Ash Demo paid \$68\.90, but not in cash, at .+\. Did you take \$70\.00 too\?$/);
});

test.each(['failed-precondition', 'invalid-transition', 'more-than-due'])(
  'cash that is refused with %s asks whether it was taken',
  (code) => {
    const { words, answers } = refusalQuestion(refused('processOrderPayment', code, {}, { collected: 68.9 }));
    expect(words).toMatch(/ Did you take \$68\.90\?$/);
    expect(answers.map(({ label }) => label)).toEqual(['Yes, I took $68.90', 'No, I did not']);
  },
);

test('cash for a tab that was paid meanwhile says what to do with it, and offers nothing that the server cannot record', () => {
  const { hint, answers } = refusalQuestion(
    refused('addPayment', 'more-than-due', {}, { billId: 'b1', amount: 52.16 }),
  );
  expect(hint).toMatch(/^You recorded \$52\.16 at .+ on this device\. If you took it too, hand it back to the guest/);
  expect(answers.map(({ kind }) => kind)).toEqual(['retry', 'discard']);
});

test('the answer Yes sends what was collected, of an earlier version of the board what the other person took', () => {
  const change = (body: object) =>
    refused('processOrderPayment', 'already-paid', paid, { ...body }) as QueuedChange & { call: 'processOrderPayment' };
  expect(paymentTakenAnyway(change({ collected: 70 }))).toMatchObject({ takenAnyway: true, collected: 70 });
  expect(paymentTakenAnyway(change({}))).toMatchObject({ takenAnyway: true, collected: 68.9 });
});

test('a step of a cancelled order says who cancelled it and when', () => {
  const order = {
    statusHistory: [{ status: 'cancelled', from: 'preparing', by: 'Kim', at: '2026-11-20T21:31:00.000Z' }],
  };
  const change = refused('updateOrderStatus', 'invalid-transition', { from: 'cancelled', to: 'ready', order });
  const { words, answers } = refusalQuestion(change);
  expect(words).toMatch(/^Kim cancelled this order at .+\.$/);
  // Trying again would be refused again.
  expect(answers.map(({ kind }) => kind)).toEqual(['discard']);
});

test('a conflict offers both versions', () => {
  const { answers } = refusalQuestion(refused('updateMenuItem', 'conflict'));
  expect(answers.map(({ label }) => label)).toEqual(['Send mine anyway', 'Keep theirs']);
});

test('a round whose party was discarded is entered again where they sit, or tried again once they do', () => {
  const { hint, answers } = refusalQuestion(refused('addRound', 'not-found'));
  expect(hint).toBe('Its party was not seated. Enter it again at their table, then discard it here.');
  expect(answers.map(({ kind }) => kind)).toEqual(['retry', 'discard']);
});
