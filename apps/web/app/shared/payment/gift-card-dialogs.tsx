import { say } from '@tiffin/domain/core';
import { giftCardCodeText, maskedGiftCard } from '@tiffin/domain/payment';
import type { Answer } from '../api/api.ts';
import { useRecordForm } from '../page/use-record-form.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';

export const GIFT_CARDS_KEY = ['gift-cards'];

/** The code of a card, and the card to print. */
export function GiftCardCode({ code }: { code: string }) {
  return (
    <>
      <p className="num text-xl weight-600">{giftCardCodeText(code)}</p>
      <LinkButton href={paths.giftBalance(code)} target="_blank">
        {say`Open the card to print it`}
      </LinkButton>
    </>
  );
}

/** A field for why something was done with a card. */
export const reasonForm = formOf({
  reason: textField(say`Why`, { missing: say`Please give a reason.`, input: { maxLength: 500 } }),
});

interface UndoProps {
  card: { readonly giftCardId: string; readonly last4: string; readonly amount: number };
  onUndone?: () => void;
  onClose: () => void;
}

/** Undoes the sale of an unused card, and says what to do with its money. */
export function UndoGiftCardSale({ card, onUndone, onClose }: UndoProps) {
  const [name, money] = [maskedGiftCard(card.last4), formatMoney(centsOf(card.amount))];
  const form = useRecordForm(reasonForm, {
    call: 'undoGiftCardSale',
    body: ({ values }) => ({ giftCardId: card.giftCardId, ...values }),
    doneText: ({ refund }) => moneyBackText(refund.method, money),
    changes: [GIFT_CARDS_KEY],
    onDone: onUndone ?? onClose,
  });
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Undo the sale of ${name}?`}
      description={say`The card is emptied, and ${money} goes back as it was paid. If the amount was wrong, sell a new card afterwards.`}
      save={say`Undo the sale`}
      look="danger-solid"
      failed={say`The sale was not undone`}
      onClose={onClose}
    >
      <TextField {...form.at('reason')} />
    </EditDialog>
  );
}

function moneyBackText(method: Answer<'undoGiftCardSale'>['refund']['method'], money: string): string {
  if (method === 'cash') return say`Give ${money} back in cash. It is booked out of the drawer.`;
  if (method === 'card') return say`${money} goes back to the card that paid.`;
  return say`Return ${money} on the card terminal: here it is only noted.`;
}
