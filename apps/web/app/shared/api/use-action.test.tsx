import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '../../ui/toasts.ts';
import { registerConfirmationDialog } from '../session/fresh-sign-in.ts';
import { ApiError } from './api-error.ts';
import type { CallOptions } from './api.ts';
import { useAction, type ActionReport } from './use-action.ts';

const noAnswer = new ApiError({ code: 'network-error', status: 0, message: '' });
const broken = new ApiError({ code: 'internal', status: 500, message: 'oh' });
const taken = new ApiError({ code: 'already-exists', status: 409, message: 'There is a Grill already.' });

/** An action whose server answers or fails as given, in this order. */
function action(outcomes: readonly unknown[], report: ActionReport<{ name: string }, string> = {}) {
  const left = [...outcomes];
  const sent: CallOptions[] = [];
  async function run(_input: unknown, options: CallOptions): Promise<string> {
    sent.push(options);
    const outcome = left.shift();
    if (outcome instanceof Error) throw outcome;
    return String(outcome);
  }
  const { result } = renderHook(() => useAction(run, report));
  return {
    press: async (name = 'Grill') => act(() => result.current.send({ name })),
    keys: () => sent.map(({ idempotencyKey }) => idempotencyKey),
    sent,
    result,
  };
}

test('pressing again after an answer is a new request', async () => {
  const { press, keys } = action(['first', 'second']);
  expect(await press()).toBe('first');
  expect(await press()).toBe('second');
  expect(new Set(keys()).size).toBe(2);
});

test('pressing again without rendering in between is a new request too', async () => {
  const { result, keys } = action(['first', 'second']);
  const { send } = result.current;
  await act(async () => {
    await send({ name: 'Grill' });
    await send({ name: 'Grill' });
  });
  expect(new Set(keys()).size).toBe(2);
});

test.each([
  ['the network failed', noAnswer],
  ['the server broke down', broken],
])('repeating what got no answer because %s is the same request', async (_why, failure) => {
  const { press, keys } = action([failure, 'done', 'again']);
  expect(await press()).toBeNull();
  await press();
  expect(keys()[1]).toBe(keys()[0]);
  await press();
  expect(keys()[2]).not.toBe(keys()[0]);
});

test('other input is another request', async () => {
  const { press, keys } = action([noAnswer, noAnswer, 'done']);
  await press('Grill');
  await press('Bar');
  await press('Grill');
  expect(keys()[1]).not.toBe(keys()[0]);
  expect(keys()[2]).toBe(keys()[0]);
});

test('repeating what was refused is a new request', async () => {
  const { press, keys } = action([taken, 'done']);
  await press();
  await press();
  expect(new Set(keys()).size).toBe(2);
});

test('pressing twice at once is one request', async () => {
  const { result, keys } = action(['done', 'done']);
  const { send } = result.current;
  await act(async () => void (await Promise.all([send({ name: 'Grill' }), send({ name: 'Grill' })])));
  expect(keys()[1]).toBe(keys()[0]);
});

test('a person confirms who they are, and the same request is repeated with it', async () => {
  const fresh = new ApiError({
    code: 'fresh-sign-in-needed',
    status: 403,
    message: '',
    details: { ways: ['password'] },
  });
  const unregister = registerConfirmationDialog(async () => ({ headers: { 'x-manager-pin': '1:1' } }));
  const { press, keys, sent } = action([fresh, 'done']);
  expect(await press()).toBe('done');
  unregister();
  expect(keys()[1]).toBe(keys()[0]);
  expect(sent[1]?.headers).toEqual({ 'x-manager-pin': '1:1' });
});

test('success and failure are reported, and the error stays until the next attempt', async () => {
  const success = vi.spyOn(toast, 'success').mockReturnValue();
  const error = vi.spyOn(toast, 'error').mockReturnValue();
  const { press, result } = action([taken, 'Grill'], { doneText: (name) => `${name} is saved`, failed: 'Not saved' });
  await press();
  expect(error).toHaveBeenCalledExactlyOnceWith('Not saved', { description: 'There is a Grill already.' });
  expect(result.current.error).toBe('There is a Grill already.');
  await press();
  expect(success).toHaveBeenCalledExactlyOnceWith('Grill is saved');
  expect(result.current).toMatchObject({ error: null, isBusy: false });
});

test('a failure that the page shows itself has no toast', async () => {
  const error = vi.spyOn(toast, 'error').mockReturnValue();
  const { press } = action([taken], { failed: 'Not saved', onFailed: (problem) => problem === taken });
  await press();
  expect(error).not.toHaveBeenCalled();
});

test('it is busy while the server works, with what was sent', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { result } = renderHook(() => useAction(async (_id: string) => promise, {}));
  act(() => void result.current.send('r1'));
  expect(result.current).toMatchObject({ isBusy: true, sending: 'r1' });
  await act(async () => resolve('done'));
  expect(result.current).toMatchObject({ isBusy: false, sending: undefined });
});

test('deleting names what was deleted, although the page no longer has it', async () => {
  const success = vi.spyOn(toast, 'success');
  const deleted = Promise.withResolvers<string>();
  const names: Record<string, string> = { g1: 'Grill' };
  const { result, rerender } = renderHook(
    (props) => useAction((_id: string) => deleted.promise, { doneText: (_answer, id) => `${props.names[id]} deleted` }),
    { initialProps: { names } },
  );
  act(() => void result.current.send('g1'));
  rerender({ names: {} });
  await act(async () => deleted.resolve(''));
  expect(success).toHaveBeenCalledWith('Grill deleted');
});
