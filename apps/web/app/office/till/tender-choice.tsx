import type { ReactNode } from 'react';
import { Clock, Ellipsis } from 'lucide-react';
import type { OrderType } from '@tiffin/domain/order';
import { TENDER_PROPERTIES, tenderLabel } from '@tiffin/domain/payment';
import { say } from '@tiffin/domain/core';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useSite } from '../../shared/site/site.ts';
import { TENDER_ICONS } from '../../shared/payment/tender-icons.tsx';
import { FIRST_PAYMENTS, MORE_PAYMENTS, needsProvider, type TillPayment } from './till-payments.ts';
import styles from './till.module.css';

const LATER = {
  pickup: [say`Pay at pickup`, say`when it is picked up`],
  delivery: [say`Pay at the door`, say`when it is delivered`],
  'dine-in': [say`Pay at the table`, say`before they leave`],
} as const satisfies Record<OrderType, readonly [name: string, when: string]>;

interface TenderChoiceProps {
  payment: TillPayment;
  orderType: OrderType;
  total: string;
  /** Whether the dialog with the other ways to pay is open. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPayment: (payment: TillPayment) => void;
}

/** Cash, card terminal and debit; the other ways to pay are in a dialog. */
export function TenderChoice({ payment, orderType, total, isOpen, onOpen, onPayment }: TenderChoiceProps) {
  const takesCards = useSite().payments.provider !== 'none';
  const first = FIRST_PAYMENTS.find((each) => each === payment) ?? null;
  const other = MORE_PAYMENTS.find((each) => each === payment);
  return (
    <div className={`grid align-end gap-4 ${styles.tenders}`}>
      <Segmented
        legend={say`Payment Method`}
        legendHidden
        value={first}
        onValue={onPayment}
        options={FIRST_PAYMENTS.map((value, index) => ({
          value,
          label: <Tender icon={TENDER_ICONS[value]} name={paymentName(value, orderType)} shortcut={index + 1} />,
        }))}
      />
      <Button look={other ? 'line' : 'quiet'} aria-haspopup="dialog" onClick={() => onOpen(true)}>
        <Tender
          icon={other ? iconOf(other) : <Ellipsis />}
          name={other ? paymentName(other, orderType) : say`More…`}
          shortcut={FIRST_PAYMENTS.length + 1}
        />
      </Button>
      <Dialog open={isOpen} onClose={() => onOpen(false)} title={say`More ways to pay ${total}`}>
        <ul className="grid gap-8">
          {MORE_PAYMENTS.map((value) => {
            const isMissing = needsProvider(value) && !takesCards;
            return (
              <li key={value}>
                <button
                  type="button"
                  className={`row full-width gap-14 round-md quiet text-left icon-20 ${styles.way}`}
                  aria-pressed={value === payment}
                  disabled={isMissing}
                  onClick={() => {
                    onPayment(value);
                    onOpen(false);
                  }}
                >
                  {iconOf(value)}
                  <span>
                    <b className="block">{paymentName(value, orderType)}</b>
                    <small className="hint">{isMissing ? say`Needs a card provider.` : hintOf(value, orderType)}</small>
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

/** The shortcut is the number key that chooses it. */
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
export function paymentName(payment: TillPayment, orderType: OrderType): string {
  if (payment === 'later') return LATER[orderType][0];
  return payment === 'link-later' ? say`Payment link, cook now` : tenderLabel(payment);
}

function hintOf(payment: TillPayment, orderType: OrderType): string | null {
  const [, when] = LATER[orderType];
  if (payment === 'later') return say`The kitchen starts now. It is paid ${when}, or in parts.`;
  if (payment === 'link-later') return say`The kitchen starts now. The guest pays later by link or at the counter.`;
  return TENDER_PROPERTIES[payment].tillHint;
}

function iconOf(payment: TillPayment): ReactNode {
  if (payment === 'later') return <Clock />;
  return TENDER_ICONS[payment === 'link-later' ? 'link' : payment];
}
