import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/receipt.tsx';
import { fakeNetwork, refusal, type Answers } from '../../testing/network.ts';
import { dalForOne } from '../../testing/samples.ts';
import { contextOf, openPage } from '../../testing/show.tsx';

const orderId = dalForOne.orderId;
const business = { name: 'Sizzle & Spice', hstNumber: null };
const open = (answers: Answers, pricing = dalForOne.pricing, status = dalForOne.status) => {
  const receipt = { order: { ...dalForOne, pricing, status }, business, cashRounding: 0, cashDue: pricing.total };
  const file = {
    ...route,
    loader: (args: Parameters<typeof route.loader>[0]) => route.loader({ ...args, params: { orderId } }),
  };
  return openPage(file, `/receipt/${orderId}?token=t`, { getOrderReceipt: receipt as never, ...answers });
};

test('the order’s access token opens its receipt for its holder [C-ROUTE-06] [C-RCPT-01]', async () => {
  const { sent } = open({});
  await expect(screen).toShow(orderId);
  await expect(screen).toShow('Total CAD');
  expect(sent('getOrderReceipt')).toEqual([{ orderId, token: 't' }]);
});

test('a wrong access token is not found [C-ROUTE-06]', async () => {
  const answer = await route
    .loader({
      request: new Request(`http://localhost/receipt/${orderId}?token=wrong`),
      params: { orderId },
      context: contextOf(fakeNetwork({ getOrderReceipt: refusal('order-not-found') })),
    } as never)
    .catch((error: unknown) => error);
  expect(answer).toMatchObject({ init: { status: 404 } });
});

test('shows an offer in lines that add up', async () => {
  const discount = { code: 'WELCOME-7KQ4M', amount: 1.11 };
  open({}, { ...dalForOne.pricing, discount });
  await expect(screen).toShow('At menu prices');
  const lines = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(lines).toEqual(
    expect.arrayContaining([
      ['At menu prices', '11.11'],
      ['Discount (WELCOME-7KQ4M)', '−1.11'],
      ['Subtotal', '10.00'],
    ]),
  );
});

test('the receipt of a cancelled order has no thanks and no outlook', async () => {
  open({}, undefined, 'cancelled');
  await expect(screen).toShow('CANCELLED');
  expect(screen.queryByText(/Thank you|See you soon/)).toBeNull();
});

test('the receipt is also a PDF, opened with the same access token [C-RCPT-05]', async () => {
  open({});
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /PDF/ });
  const address = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(address.pathname).toBe('/api/getOrderReceiptPdf');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ orderId });
});

test('a receipt that does not arrive within 30 s shows why [C-API-02] [C-ERR-18]', async () => {
  const { press } = open({});
  await screen.findByRole('link', { name: /PDF/ });
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('too late', 'TimeoutError')));
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => signal?.throwIfAborted());
  await press(/PDF/, 'link');
  await expect(screen).toShow(/The request took too long/);
  expect(timeout).toHaveBeenCalledWith(30_000);
  timeout.mockRestore();
});
