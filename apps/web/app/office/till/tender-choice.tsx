import type { ReactNode } from 'react';
import { Ellipsis } from 'lucide-react';
import { TENDER_PROPERTIES, tenderLabel } from '@tiffin/domain/payment';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TENDER_ICONS } from '../../shared/payment/tender-icons.tsx';
import { FIRST_PAYMENTS, MORE_PAYMENTS, needsProvider, type TillPayment } from './till-payments.ts';
import styles from './till.module.css';

interface TenderChoiceProps {
  payment: TillPayment;
  takesCards: boolean;
  total: string;
  /** Whether the dialog with the other ways to pay is open. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPayment: (payment: TillPayment) => void;
}

/** Cash, card terminal, debit and payment link; the other ways to pay are in a dialog. */
export function TenderChoice({ payment, takesCards, total, isOpen, onOpen, onPayment }: TenderChoiceProps) {
  const first = FIRST_PAYMENTS.find((each) => each === payment) ?? null;
  const fromDialog = MORE_PAYMENTS.find((each) => each === payment);
  return (
    <div className={`grid align-end gap-4 ${styles.tenders}`}>
      <Segmented
        legend={say`Payment Method`}
        legendHidden
        value={first}
        onValue={onPayment}
        options={FIRST_PAYMENTS.map((value, index) => ({
          value,
          disabled: needsProvider(value) && !takesCards,
          label: <Tender icon={TENDER_ICONS[value]} name={paymentName(value)} shortcut={index + 1} />,
        }))}
      />
      <Button
        look={fromDialog ? 'line' : 'quiet'}
        aria-haspopup="dialog"
        aria-label={fromDialog ? paymentName(fromDialog) : say`More…`}
        onClick={() => onOpen(true)}
      >
        <Tender icon={fromDialog ? iconOf(fromDialog) : <Ellipsis />} name="" shortcut={FIRST_PAYMENTS.length + 1} />
      </Button>
      <Dialog open={isOpen} onClose={() => onOpen(false)} title={say`More ways to pay ${total}`}>
        <ul className="grid gap-8">
          {MORE_PAYMENTS.map((value) => {
            const lacksProvider = needsProvider(value) && !takesCards;
            return (
              <li key={value}>
                <button
                  type="button"
                  className={`row full-width gap-14 round-md quiet text-left icon-20 ${styles.way}`}
                  aria-pressed={value === payment}
                  disabled={lacksProvider}
                  onClick={() => {
                    onPayment(value);
                    onOpen(false);
                  }}
                >
                  {iconOf(value)}
                  <span>
                    <b className="block">{paymentName(value)}</b>
                    <small className="hint">{lacksProvider ? say`Needs a card provider.` : hintOf(value)}</small>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </Dialog>
    </div>
  );
}

function Tender({ icon, name, shortcut }: { icon: ReactNode; name: string; shortcut: number }) {
  return (
    <span className="grid items-center gap-2 text-xs leading-120 icon-18">
      <span className="row justify-center gap-4">
        {icon}
        <kbd aria-hidden="true">{shortcut}</kbd>
      </span>
      {name}
    </span>
  );
}

/** A tender has the same name here as on the board, on receipts and in reports. */
function paymentName(payment: TillPayment): string {
  return payment === 'link-later' ? say`Payment link, cook now` : tenderLabel(payment);
}

function hintOf(payment: TillPayment): string | null {
  if (payment === 'link-later') return say`The kitchen starts now. The guest pays later by link or at the counter.`;
  return TENDER_PROPERTIES[payment].tillHint;
}

function iconOf(payment: TillPayment): ReactNode {
  return TENDER_ICONS[payment === 'link-later' ? 'link' : payment];
}
