import { useState } from 'react';
import { say, toDollars, ZERO } from '@tiffin/domain/core';
import { giftCardAmountProblem, tenderLabel } from '@tiffin/domain/payment';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, MoneyField, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { CashPlace } from '../../shared/payment/cash-place.tsx';
import { GIFT_CARDS_KEY, GiftCardCode, UndoGiftCardSale } from '../../shared/payment/gift-card-dialogs.tsx';
import { formatMoney } from '../../ui/format.ts';

const TENDERS = ['cash', 'terminal', 'debit'] as const;

const sellForm = formOf({
  amount: textField(say`Amount on the card`, { required: true }),
  tender: valueField<(typeof TENDERS)[number]>(say`Paid with`, 'cash'),
  reference: textField(say`Number on the slip`, { optional: true }),
  email: textField(say`Email address`, {
    optional: true,
    hint: say`The card is mailed there. Without one, print it.`,
    input: { type: 'email', autoCapitalize: 'none' },
  }),
  buyerEmail: textField(say`Email address of the buyer`, {
    optional: true,
    hint: say`The receipt is mailed there.`,
    input: { type: 'email', autoCapitalize: 'none' },
  }),
});

/** Sells a gift card at the till. Its code is shown once. */
export function SellGiftCard({ locationId }: { locationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useLinkedPart('create-order', (part) => part === 'gift-card' && setIsOpen(true));
  const [sold, setSold] = useState<Answer<'buyGiftCard'>['giftCard']>(null);
  const [isUndoing, setIsUndoing] = useState(false);
  return (
    <>
      <Button look="ghost" size="sm" onClick={() => setIsOpen(true)}>
        {say`Sell a gift card`}
      </Button>
      {isOpen && (
        <SellDialog
          locationId={locationId}
          onClose={() => setIsOpen(false)}
          onSold={(card) => {
            setSold(card);
            setIsOpen(false);
          }}
        />
      )}
      {sold && (
        <Dialog title={say`Gift card sold`} onClose={() => setSold(null)}>
          <div className="stack gap-16">
            <p>{say`This code is shown only once: print it, or write it down.`}</p>
            <GiftCardCode code={sold.code} />
            <Button look="quiet" onClick={() => setIsUndoing(true)}>
              {say`Undo the sale`}
            </Button>
          </div>
        </Dialog>
      )}
      {sold && isUndoing && (
        <UndoGiftCardSale
          card={{ ...sold, amount: sold.balance }}
          onUndone={() => {
            setIsUndoing(false);
            setSold(null);
          }}
          onClose={() => setIsUndoing(false)}
        />
      )}
    </>
  );
}

interface SellDialogProps {
  locationId: string;
  onClose: () => void;
  onSold: (card: Answer<'buyGiftCard'>['giftCard']) => void;
}

function SellDialog({ locationId, onClose, onSold }: SellDialogProps) {
  const sell = useCall('buyGiftCard', { changes: [GIFT_CARDS_KEY], onDone: ({ giftCard }) => onSold(giftCard) });
  const form = useServerForm(sellForm, {
    check({ amount }) {
      const problem = giftCardAmountProblem(parseAmount(amount) ?? 0);
      return problem === null ? {} : { amount: problem };
    },
    async save({ values: { amount, tender, reference, email, buyerEmail } }) {
      const slip = tender === 'cash' ? undefined : reference || undefined;
      const sum = toDollars(parseAmount(amount) ?? ZERO);
      const addresses = { email: email || null, buyerEmail: buyerEmail || null };
      await sell.sendOrThrow({ locationId, amount: sum, tender, reference: slip, ...addresses });
    },
  });
  const sum = formatMoney(parseAmount(form.draft.amount) ?? ZERO);
  return (
    <EditDialog
      form={form}
      title={say`Sell a gift card`}
      description={say`Take the money first. There is no tax on a card, and it is no sale until it is used.`}
      size="sm"
      save={say`Took ${sum}`}
      failed={say`The card was not sold`}
      onClose={onClose}
    >
      <MoneyField {...form.at('amount')} />
      <SegmentedField {...form.at('tender')} options={TENDERS.map((value) => ({ value, label: tenderLabel(value) }))} />
      {form.draft.tender === 'cash' ? <CashPlace locationId={locationId} /> : <TextField {...form.at('reference')} />}
      <TextField {...form.at('email')} />
      <TextField {...form.at('buyerEmail')} />
    </EditDialog>
  );
}
