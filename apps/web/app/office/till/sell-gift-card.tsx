import { useState } from 'react';
import { say, toDollars, ZERO } from '@tiffin/domain/core';
import { giftCardAmountProblem, giftCardCodeText, tenderLabel } from '@tiffin/domain/payment';
import { api, type Answer } from '../../shared/api/api.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { paths } from '../../paths.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditDialog, MoneyField, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { formatMoney } from '../../ui/format.ts';

const TENDERS = ['cash', 'terminal', 'debit'] as const;

const sellForm = formOf({
  amount: textField(say`Amount on the card`, { required: true }),
  tender: valueField<(typeof TENDERS)[number]>(say`Paid with`, 'cash'),
  email: textField(say`Email address`, {
    optional: true,
    hint: say`The card is mailed there. Without one, print it.`,
    input: { type: 'email', autoCapitalize: 'none' },
  }),
});

/** Sells a gift card at the till. Its code is shown once. */
export function SellGiftCard({ locationId }: { locationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [sold, setSold] = useState<Answer<'buyGiftCard'>['giftCard']>(null);
  return (
    <>
      <Button look="ghost" block onClick={() => setIsOpen(true)}>
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
            <p className="num text-xl weight-600">{giftCardCodeText(sold.code)}</p>
            <LinkButton href={paths.giftBalance(sold.code)} target="_blank">
              {say`Open the card to print it`}
            </LinkButton>
          </div>
        </Dialog>
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
  const form = useServerForm(sellForm, {
    check({ amount }) {
      const problem = giftCardAmountProblem(parseAmount(amount) ?? 0);
      return problem === null ? {} : { amount: problem };
    },
    async save({ values: { amount, tender, email } }) {
      const body = { locationId, amount: toDollars(parseAmount(amount) ?? ZERO), tender, email: email || null };
      onSold((await api('buyGiftCard', { body })).giftCard);
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
      <TextField {...form.at('email')} />
    </EditDialog>
  );
}
