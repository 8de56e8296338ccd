import { useState } from 'react';
import { cents, centsOf, say, sumOf, toDollars, ZERO, type Cents } from '@tiffin/domain/core';
import { tipAmount } from '@tiffin/domain/pricing';
import { keyOfLine, nextShare, TAB_LIMITS } from '@tiffin/domain/tabs';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import type { Body } from '../../shared/api/api.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Checkbox, RadioCards } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { TipPart } from '../checkout/checkout-fields.tsx';
import { tipChoice } from '../checkout/draft.ts';
import { forgetGiftCard, GiftCardPart, useGiftCard } from '../checkout/gift-card-part.tsx';
import { paidTable } from './table-access.ts';
import { guestText, type TableLine, type TableTab } from './use-table-tab.ts';

type Part = 'mine' | 'share' | 'lines' | 'rest';

/** The portions of a line that nobody has paid or is paying, as `payAtTable` takes them. */
const unpaidOf = ({ orderId, line, quantity, paidQuantity }: TableLine) => ({
  orderId,
  line,
  quantity: quantity - paidQuantity,
});

interface PayPartProps {
  tableId: string;
  tab: TableTab;
  token: string;
  onChange: () => void;
}

/** Pays the dishes of this phone, some dishes, an equal share or the rest, by card or with a gift card. */
export function PayPart({ tableId, tab, token, onChange }: PayPartProps) {
  const unpaid = tab.rounds.flatMap(({ state, items }) =>
    state === 'sent' ? items.filter(({ isPaid, quantity, paidQuantity }) => !isPaid && quantity > paidQuantity) : [],
  );
  const [chosenPart, setPart] = useState<Part>('mine');
  const part = chosenPart === 'mine' && tab.mine.length === 0 ? 'rest' : chosenPart;
  // Guests who paid something else take no share.
  const payers = tab.guests.filter(
    ({ name, isYou }) => isYou || !tab.payments.some((it) => it.name === name && !it.of),
  );
  const [chosenOf, setOf] = useState<number | null>(null);
  const of = chosenOf ?? Math.max(2, payers.length);
  const rest = centsOf(tab.amounts.rest);
  const shares = tab.payments.map((paid) => ({ amount: centsOf(paid.amount), atTable: { guestId: '', of: paid.of } }));
  const share = nextShare(rest, shares, of);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [tip, setTip] = useState({ tip: '', customTip: '' });
  const [email, setEmail] = useState('');
  const card = useGiftCard();
  const online = useOnline();
  const lines = unpaid.filter((line) => chosen.has(keyOfLine(line)));
  const amounts: Readonly<Record<Part, Cents>> = {
    mine: centsOf(tab.amounts.mine),
    rest,
    share: share.ok ? share.value : ZERO,
    lines: cents(Math.min(rest, sumOf(lines.map(openCost)))),
  };
  const amount = amounts[part];
  const tipOn = cents(Math.round(amount * tab.tipOnShare));
  const tipped = tipAmount(tipChoice(tip, tab.tipChoices), tipOn);
  const pay = useAction(callOf('payAtTable'), {
    onDone({ paymentUrl, amount: paidAmount }) {
      if (paymentUrl !== null) {
        paidTable.write(tableId);
        return window.location.assign(paymentUrl);
      }
      forgetGiftCard();
      toast.success(say`Paid, thank you: ${formatMoney(centsOf(paidAmount))}`);
      return onChange();
    },
    // Somebody else may have paid: the page then shows what is left.
    onFailed: onChange,
  });
  const body = (): Body<'payAtTable'> => ({
    token,
    ...(part === 'mine'
      ? { lines: tab.mine }
      : part === 'lines'
        ? { lines: lines.map(unpaidOf) }
        : part === 'share'
          ? { share: { of } }
          : { rest: true }),
    tip: tipped > 0 ? toDollars(tipped) : undefined,
    email: email.trim() || undefined,
    giftCardCode: card?.code,
  });
  const nothing = part === 'lines' ? say`Choose the dishes first` : say`There is nothing to pay`;
  const option = (value: Part, label: string, hint: string) => ({
    value,
    label,
    hint,
    end: amounts[value] > 0 ? formatMoney(amounts[value]) : undefined,
  });
  return (
    <div className="stack gap-20">
      <RadioCards<Part>
        legend={say`What do you pay?`}
        value={part}
        onValue={setPart}
        options={[
          ...(tab.mine.length > 0 ? [option('mine', say`My dishes`, say`What this phone ordered`)] : []),
          option('lines', say`Some dishes`, say`You choose which`),
          option('share', say`A share`, say`Equal parts of what is open: one of ${of}`),
          option('rest', say`All that is open`, say`For the whole table`),
        ]}
      />
      {part === 'lines' && (
        <div className="stack gap-4">
          {unpaid.map((line) => (
            <Checkbox
              key={keyOfLine(line)}
              label={`${line.quantity - line.paidQuantity} × ${line.name}`}
              hint={`${guestText(tab, line)}, ${formatMoney(openCost(line))}`}
              checked={chosen.has(keyOfLine(line))}
              onChange={({ target }) =>
                setChosen((before) => {
                  const next = new Set(before);
                  if (target.checked) next.add(keyOfLine(line));
                  else next.delete(keyOfLine(line));
                  return next;
                })
              }
            />
          ))}
        </div>
      )}
      {part === 'share' && (
        <div className="row between">
          {say`Parts`}
          <Stepper label={say`part`} value={of} onValue={setOf} min={2} max={TAB_LIMITS.parts} />
        </div>
      )}
      {tab.tipChoices.length > 0 && (
        <TipPart
          details={{ draft: tip, change: (fields) => setTip((before) => ({ ...before, ...fields })) }}
          price={{ tipOn }}
          percents={tab.tipChoices}
        />
      )}
      <GiftCardPart card={card} />
      <Field label={say`Receipt by mail`} optional>
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          maxLength={100}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <ErrorBanner title={say`Your card was not charged.`} error={pay.error} />
      <Button
        size="lg"
        block
        spread
        busy={pay.isBusy}
        disabledReason={amount <= ZERO ? nothing : online ? null : say`You are offline`}
        onClick={() => void pay.send(body())}
      >
        <span>{say`Pay`}</span> <span className="num">{formatMoney(cents(amount + tipped))}</span>
      </Button>
      <p className="hint">{say`The secure page of our card provider shows the exact amount before you pay. With cash, your waiter takes it.`}</p>
    </div>
  );
}

/** What the open portions of a line cost with tax. Several together may be charged a cent more or less. */
const openCost = ({ withTax, total, quantity, paidQuantity }: TableLine): Cents =>
  cents(Math.round((centsOf(withTax ?? total) * (quantity - paidQuantity)) / quantity));
