import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PaymentDialog } from './payment-dialog.tsx';

const session = {
  sessionId: 'pay_1',
  paymentUrl: 'https://pay.example.test/1',
  pricing: { subtotal: 10, tax: 1.4, tip: 0, total: 11.4, taxRate: 0.14, taxLabel: 'HST' },
} as never;
const back = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('back from the payment page, to this page as it was left, the dialog can be closed or pressed again', async () => {
  const [goTo, onClose] = [vi.fn<(url: string) => void>(), vi.fn<() => void>()];
  const customer = { name: 'Asha', email: '' };
  render(<PaymentDialog open session={session} customer={customer} taxLabel="HST" onClose={onClose} goTo={goTo} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  expect(screen.queryByRole('button', { name: 'Continue to Payment' })).toBeNull();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pay.example.test/1'), 5_000);
  back(true);
  await screen.findByRole('button', { name: 'Continue to Payment' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});
