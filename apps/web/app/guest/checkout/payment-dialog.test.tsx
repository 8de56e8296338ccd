import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PaymentDialog } from './payment-dialog.tsx';

const session = {
  sessionId: 'pay_1',
  paymentUrl: 'https://pay.example.test/1',
  pricing: { subtotal: 10, tax: 1.4, tip: 0, total: 11.4, taxRate: 0.14, taxLabel: 'HST' },
} as never;
const back = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

const asha = { name: 'Asha', email: 'asha@example.test' };

function shown(pricing: object = {}, paymentUrl = 'https://pay.example.test/1', more: object = {}) {
  const { pricing: usual } = session as { pricing: object };
  const [goTo, onClose] = [vi.fn<(url: string) => void>(), vi.fn<() => void>()];
  const made = { sessionId: 'pay_1', paymentUrl, pricing: { ...usual, ...pricing }, ...more } as never;
  render(<PaymentDialog open session={made} customer={asha} taxLabel="HST" onClose={onClose} goTo={goTo} />);
  return { goTo, onClose, user: userEvent.setup(), dialog: screen.getByRole('dialog', { name: 'Secure payment' }) };
}

test('the sheet shows the amount with its tax, the guest’s details, and a tip only if there is one [C-PAY-02] [C-PAY-03] [C-PAY-04]', () => {
  const { dialog } = shown();
  for (const words of ['Total (CAD)$11.40', 'Subtotal$10.00', 'HST (14%)$1.40', 'Asha', 'asha@example.test']) {
    expect(dialog.textContent).toContain(words);
  }
  expect(dialog.textContent).not.toContain('Tip');
  cleanup();
  expect(shown({ tip: 2, total: 13.4 }).dialog.textContent).toContain('Tip$2.00');
});

test.each([
  [
    'a gift card',
    { subtotal: 36.98, tax: 5.18, tip: 4.22, total: 46.38 },
    { giftCard: { pays: 25, card: '•••• 7KQ4' }, charged: 21.38 },
    ['Subtotal$36.98', 'HST (14%)$5.18', 'Tip$4.22', 'Total (CAD)$46.38', 'Gift card •••• 7KQ4-$25.00', 'To pay$21.38'],
  ],
  [
    'a promotion and points',
    { subtotal: 36.98, off: 10.4, tax: 3.72, total: 30.3 },
    {
      adjustments: [
        { line: null, kind: 'promo', label: 'FRI20', source: 'promo-1', amount: -5 },
        { line: 1, kind: 'promo', label: 'FRI20', source: 'promo-1', amount: -2.4 },
        { line: 1, kind: 'points', label: '60 points', source: 'points', amount: -3 },
      ],
      charged: 30.3,
    },
    ['Subtotal$36.98', 'FRI20-$7.40', '60 points-$3.00', 'HST (14%)$3.72', 'Total (CAD)$30.30'],
  ],
  [
    'several charges',
    { subtotal: 10, charges: 1.75, tax: 1.65, total: 13.4 },
    {
      charges: [
        { kind: 'service', percent: 15, amount: 1.5 },
        { kind: 'bag', amount: 0.25 },
      ],
    },
    ['Subtotal$10.00', 'Service 15%$1.50', 'Bag$0.25', 'HST (14%)$1.65', 'Total (CAD)$13.40'],
  ],
])('with %s the rows of the sheet add up to what is charged', (_with, pricing, more, rows) => {
  const { dialog } = shown(pricing, undefined, more);
  const lines = [...dialog.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(lines).toEqual(rows);
});

// Ruling 54: cards are taken on the provider's page, so its key and script are not needed on ours.
test('paying by card loads no script of the provider [C-PAY-12]', async () => {
  const { goTo, user } = shown();
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pay.example.test/1'), { timeout: 5_000 });
  expect([...document.querySelectorAll('script[src], iframe')]).toEqual([]);
});

test('while the payment page opens the sheet cannot be closed and leaving shows a warning; without a page it shows an error [A-NEW-36] [C-PAY-05] [C-PAY-06] [C-PAY-07]', async () => {
  const { goTo, onClose, user, dialog } = shown();
  const warns = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(warns()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  expect(warns()).toBe(true);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).not.toHaveBeenCalled();
  expect(goTo).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pay.example.test/1'), 5_000);
  cleanup();
  const wrong = shown({}, 'nowhere');
  await wrong.user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
});

test('after coming back from the payment page, the dialog can be closed or submitted again', async () => {
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
