import { addCents, amountText, cents, toDollars, ZERO, type Cents, say } from '@tiffin/domain/core';
import {
  dueOfBill,
  isRoundedToCoins,
  TENDER_PROPERTIES,
  tenderLabel,
  TENDERS,
  type Tender,
} from '@tiffin/domain/payment';
import { likelyCashAmounts, TILL_TIP_PRESETS, tipAmount } from '@tiffin/domain/pricing';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { MoneyField, TextField } from '../../ui/form-fields.tsx';
import { formatPercent } from '../../ui/figures.tsx';
import { centsOf, formatMoney, joinNames } from '../../ui/format.ts';
import { useLocations } from '../../shared/site/site.ts';
import { CashPlace } from '../../shared/payment/cash-place.tsx';
import { TENDER_ICONS } from '../../shared/payment/tender-icons.tsx';
import styles from './pay-bill.module.css';
import type { Bill } from './at-reader.tsx';
import { shouldReaderAskTip, useNextPayment, type NextPayment, type RecordedPayment } from './use-next-payment.ts';

/** What the rest of a bill waits for, when there is nothing left to take here. */
const waitingText = (readers: readonly string[]) =>
  readers.length === 0 ? say`Waiting for the open link` : say`Waiting for ${joinNames(readers)}`;

export interface NextPaymentFormProps {
  bill: Bill;
  /** The tender to begin with; null for cash. */
  tender: Tender | null;
  onRecorded: (answer: RecordedPayment, tender: Tender) => void;
}

/** Takes the next payment of a bill, or of a part of it. */
export function NextPaymentForm({ bill, tender, onRecorded }: NextPaymentFormProps) {
  const payment = useNextPayment(bill, tender ?? 'cash', onRecorded);
  const { fields, edit, amount, whyNot } = payment;
  return (
    <form
      className="stack gap-14 content-start min-width-0"
      onSubmit={(event) => {
        event.preventDefault();
        if (!payment.busy) payment.record();
      }}
    >
      <TenderChoice tender={fields.tender} onTender={(chosen) => edit({ tender: chosen })} />
      <div className="grid two-columns gap-12">
        <MoneyField
          label={say`This guest pays`}
          hint={say`Leave empty to pay the rest`}
          value={fields.amount}
          onValue={(value) => edit({ amount: value })}
          input={{ placeholder: amountText(payment.rest) }}
        />
        <MoneyField
          label={say`Tip on top`}
          value={fields.tip}
          onValue={(tip) => edit({ tip })}
          input={{ placeholder: '0.00' }}
        />
      </div>
      <TipButtons payment={payment} />
      {/* A tab is split in parts, which stay on every device. */}
      {!bill.tab && <ShareButtons rest={payment.rest} onAmount={(value) => edit({ amount: value })} />}
      {isRoundedToCoins(TENDER_PROPERTIES[fields.tender].method) && <CashFields payment={payment} />}
      <ReaderFields payment={payment} />
      <ReferenceField payment={payment} />
      <ErrorBanner title={say`No payment was taken`} error={payment.refusal} />
      <div className={`stack gap-8 ${styles.take}`}>
        <Button type="submit" size="lg" block busy={payment.busy} disabledReason={whyNot}>
          {buttonText(payment)}
        </Button>
        {whyNot !== null && <p className="hint text-center">{whyNot}</p>}
        {whyNot === null && amount !== null && (
          <p className="hint text-center">{effectTexts(payment, amount).join(' ')}</p>
        )}
      </div>
    </form>
  );
}

function TenderChoice({ tender, onTender }: { tender: Tender; onTender: (tender: Tender) => void }) {
  return (
    <Segmented
      legend={say`Paid with`}
      value={tender}
      onValue={onTender}
      options={TENDERS.map((value) => ({
        value,
        label: (
          <span className="grid items-center gap-4 icon-20 text-xs">
            {TENDER_ICONS[value]}
            {tenderLabel(value)}
          </span>
        ),
      }))}
    />
  );
}

/** Fills in a usual tip on what this guest pays. */
function TipButtons({ payment: { bill, amount, edit, fields } }: { payment: NextPayment }) {
  const total = centsOf(bill.total);
  const location = useLocations().find(({ id }) => id === bill.locationId);
  if (location?.asksTips === false || amount === null || amount === 0 || total === 0) return null;
  const tipOn = cents(Math.round((amount * centsOf(bill.tipOn ?? bill.total)) / total));
  return (
    <div role="group" aria-label={say`Usual tips`} className={`row flex-wrap gap-8 ${styles.tips}`}>
      {(location?.tillTipPercents ?? TILL_TIP_PRESETS).map((percent) => {
        const tip = tipAmount({ kind: 'percent', percent }, tipOn);
        return (
          <Button
            key={percent}
            look="quiet"
            aria-pressed={fields.tip === amountText(tip)}
            onClick={() => edit({ tip: amountText(tip) })}
          >
            {formatPercent(percent / 100)} <small className="soft">{formatMoney(tip)}</small>
          </Button>
        );
      })}
    </div>
  );
}

const SPLIT_AMONG = [2, 3, 4];

/** Fills in the share of one guest when several pay the same. The rest is divided again for the next guest. */
function ShareButtons({ rest, onAmount }: { rest: Cents; onAmount: (amount: string) => void }) {
  if (rest < SPLIT_AMONG.length) return null;
  return (
    <div role="group" aria-label={say`Split evenly`} className="row flex-wrap gap-8">
      <span className="hint">{say`Split evenly`}</span>
      {SPLIT_AMONG.map((guests) => {
        const share = cents(Math.ceil(rest / guests));
        return (
          <Button
            key={guests}
            look="quiet"
            aria-label={say`${guests} guests, ${formatMoney(share)} each`}
            onClick={() => onAmount(amountText(share))}
          >
            {guests}
          </Button>
        );
      })}
    </div>
  );
}

function CashFields({ payment: { bill, fields, edit, exactCash, result } }: { payment: NextPayment }) {
  return (
    <>
      <CashPlace locationId={bill.locationId} />
      <MoneyField
        label={say`Cash given`}
        value={fields.cash}
        onValue={(cash) => edit({ cash })}
        input={{ placeholder: amountText(exactCash) }}
      />
      <div className="flex flex-wrap gap-8">
        {likelyCashAmounts(exactCash).map((likelyAmount) => (
          <Button key={likelyAmount} look="quiet" onClick={() => edit({ cash: String(toDollars(likelyAmount)) })}>
            {formatMoney(likelyAmount).replace(/\.00$/, '')}
          </Button>
        ))}
      </div>
      {result?.ok && (
        <p className={`row between gap-12 round-md ${styles.change}`}>
          <b>{say`Change`}</b>
          <b className="digits">{formatMoney(result.value.change)}</b>
        </p>
      )}
    </>
  );
}

function ReaderFields({ payment: { fields, edit, readers, readerId, reader } }: { payment: NextPayment }) {
  return (
    <>
      {readers.length > 0 && (
        <Segmented
          legend={say`Which reader`}
          value={readerId}
          onValue={(value) => edit({ readerId: value })}
          options={[
            ...readers.map((each) => ({ value: each.readerId, label: each.name })),
            { value: '', label: say`By hand` },
          ]}
        />
      )}
      {reader && (
        <Checkbox
          label={say`The reader asks for a tip`}
          checked={shouldReaderAskTip(fields)}
          disabled={fields.tip !== ''}
          onChange={(event) => edit({ asksTip: event.target.checked })}
        />
      )}
    </>
  );
}

/** The slip's number or the account, for a tender that has one. */
function ReferenceField({ payment: { fields, edit, reader } }: { payment: NextPayment }) {
  const { reference: need, referenceLabel } = TENDER_PROPERTIES[fields.tender];
  if (need === 'none' || reader) return null;
  return (
    <TextField
      label={referenceLabel}
      required={need === 'must'}
      maxLength={100}
      value={fields.reference}
      onValue={(reference) => edit({ reference })}
    />
  );
}

function buttonText({ bill, rest, amount, tip, fields, result, reader }: NextPayment): string {
  if (rest === 0) return waitingText(bill.payments.flatMap((each) => each.reader?.name ?? []));
  const sum = formatMoney(result?.ok ? result.value.due : addCents(amount ?? ZERO, tip ?? ZERO));
  if (reader) return say`Send ${sum} to ${reader.name}`;
  return TENDER_PROPERTIES[fields.tender].waits ? say`Make a link for ${sum}` : say`Take ${sum}`;
}

/** What the button does for the guest and the bill. */
function effectTexts({ bill, openBill, fields, reader }: NextPayment, amount: Cents): string[] {
  const left = dueOfBill({ total: openBill.total, paid: cents(openBill.paid + amount) });
  const hint = reader ? null : TENDER_PROPERTIES[fields.tender].billHint;
  const restText = say`After this, ${formatMoney(left)} is still to pay.`;
  const paidText = bill.part ? say`Then this part is paid.` : say`This pays the whole bill.`;
  return [hint, left > 0 ? restText : paidText].filter((text) => text !== null);
}
