import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf, staff } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent } from '../../testing/show.tsx';

const soon = () => new Date(Date.now() + 30 * 60_000).toISOString();
const pause = {
  kind: 'pause' as const,
  service: null,
  plus: 0,
  from: new Date().toISOString(),
  until: soon(),
  reason: 'The oven',
  by: 'Drew Example',
};
const at = (...paces: (typeof pause)[]) => ({
  locationId: 'truro',
  timeZone: 'America/Halifax',
  services: ['dine-in' as const, 'pickup' as const, 'delivery' as const],
  paces,
});

function open(more: Answers = {}) {
  return openOffice(
    'orders',
    {
      getLocationOrders: ({ status }) =>
        ordersOf(status === 'completed' ? [] : [{ ...dalForOne, status: 'preparing' }]),
      getOrderPacing: { locations: [at()] },
      ...more,
    },
    staff,
  );
}
const buttons = async () => within(await screen.findByRole('group', { name: 'Orders of guests' }));

test('the board shows that orders are accepted, and a cook pauses them in two presses', async () => {
  const { press, sent } = open({ setOrderPacing: { location: at(pause) } });
  expect((await buttons()).getByRole('button', { name: 'Open', pressed: true })).toBeTruthy();
  await press('Pause');
  await press('Pause Truro Heights');
  expect(sent('setOrderPacing')).toEqual([
    { locationId: 'truro', kind: 'pause', service: null, plus: 0, until: 30, reason: '' },
  ]);
  expect((await buttons()).getByRole('button', { name: /^Paused until .*Drew Example$/, pressed: true })).toBeTruthy();
});

test('busy mode asks for a delay and a duration, and only a manager can pause until closing', async () => {
  const { press, sent, user } = open({ setOrderPacing: { location: at() } });
  await press('Busy');
  await user.click(await screen.findByRole('radio', { name: '+30' }));
  await user.click(screen.getByRole('radio', { name: 'Delivery' }));
  await press('Busy +30 min at Truro Heights');
  expect(sent('setOrderPacing')).toMatchObject([{ kind: 'busy', service: 'delivery', plus: 30, until: 60 }]);
  await press('Pause');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Until closing' })).disabled).toBe(true);
});

test('the kitchen sees who paused and why, can resume, and shows changes of other devices immediately', async () => {
  let now = at(pause);
  const { press, sent } = open({ getOrderPacing: () => ({ locations: [now] }), setOrderPacing: { location: at() } });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Kitchen');
  await press(/^Paused/);
  await expect(screen).toShow('The oven');
  await press('Back to normal');
  expect(sent('setOrderPacing')).toMatchObject([{ kind: 'open', ends: 'pause', service: null }]);
  expect((await buttons()).getByRole('button', { name: 'Open', pressed: true })).toBeTruthy();
  now = at(pause);
  sendLiveEvent('location.changed', { locationId: 'truro', data: {} });
  expect(await (await buttons()).findByRole('button', { name: /^Paused/ })).toBeTruthy();
});

test.each(['board', 'kitchen'])(
  'a banner over the %s shows until when, who and why, with a button to resume',
  async (where) => {
    const { press, sent } = open({ getOrderPacing: { locations: [at(pause)] }, setOrderPacing: { location: at() } });
    await screen.findByRole('article', { name: /^AAAAA/ });
    if (where === 'kitchen') await press('Kitchen');
    const band = await screen.findByRole('group', { name: 'Paused' });
    expect(band.textContent).toMatch(/^Online orders are paused until .*Drew Example, at .*: “The oven”/);
    await press('Take orders again');
    expect(sent('setOrderPacing')).toEqual([{ locationId: 'truro', kind: 'open', ends: 'pause', service: null }]);
    await expect.poll(() => screen.queryByRole('group', { name: 'Paused' })).toBeNull();
  },
);

test('a failed change shows an error and leaves everything unchanged', async () => {
  const { press } = open({ setOrderPacing: refusal('conflict', 'The doors close before that.') });
  await press('Pause');
  await press('Pause Truro Heights');
  await expect(screen).toShow('The doors close before that.');
  expect((await buttons()).getByRole('button', { name: 'Open', pressed: true })).toBeTruthy();
});

test('an unknown pause state is shown, and a press loads it again', async () => {
  const { press, answer } = open({ getOrderPacing: refusal('conflict') });
  expect(await (await buttons()).findByText('Order status unknown')).toBeTruthy();
  answer({ getOrderPacing: { locations: [at()] } });
  await press('Try Again');
  expect(await (await buttons()).findByRole('button', { name: 'Open', pressed: true })).toBeTruthy();
});
