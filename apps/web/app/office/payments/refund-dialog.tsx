import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { subtractCents, toDollars, ZERO, type Cents, say } from '@tiffin/domain/core';
import { lineName, lineTexts } from '@tiffin/domain/order';
import { CARD_REFUND_TIME, GIFT_CARD, needsCardForRefund, REFUND_NEEDS_CARD } from '@tiffin/domain/payment';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { booleanField, formOf, textField, valueField } from '../../ui/form.ts';
import { CheckField, EditDialog, MoneyField, TextareaField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import styles from '../../shared/payment/payment.module.css';

type OrderPayments = Answer<'getOrderPayments'>;
type RefundAnswer = Answer<'refundOrderItems'>;

interface RefundDialogProps {
  orderId: string;
  onClose: () => void;
  onRefunded: (answer: RefundAnswer) => void;
}

/** Refunds dishes or an amount, by a manager or with their PIN. The server computes the sum with tax and tip. */
export function RefundDialog(props: RefundDialogProps) {
  const { orderId, onClose } = props;
  const query = useQuery({
    ...apiQuery(['order-payments', orderId], 'getOrderPayments', { query: { orderId } }),
    staleTime: 0,
  });
  if (query.data && query.data.refundable > 0) return <RefundForm {...props} paid={query.data} />;
  return (
    <Dialog onClose={onClose} title={say`Refund items`}>
      <Loaded query={query} failed={say`What was paid could not be loaded.`} level={3}>
        {() => <Banner>{say`Everything that was paid was already refunded.`}</Banner>}
      </Loaded>
    </Dialog>
  );
}

const refundForm = formOf({
  /** The quantity of each line, and of each part of a combo (`partKey`). */
  quantities: valueField<Readonly<Record<string, number>>>(say`Refund items`, {}),
  amount: textField(say`Or enter another amount`, { input: { placeholder: '0.00' } }),
  byHand: booleanField(say`I return it in cash`),
  reason: textField(say`Reason`, { required: true, input: { maxLength: 500 } }),
});

const partKey = (line: number, part?: number) => [line, part].join('.');

type RefundRequest = { amount: Cents | null; items: ReturnType<typeof chosenItems>; reason: string; byHand?: true };

function RefundForm({ orderId, paid, onClose, onRefunded }: RefundDialogProps & { paid: OrderPayments }) {
  const refundable = centsOf(paid.refundable);
  const refundableWithTip = centsOf(paid.refundableDue ?? paid.refundable);
  // An Interac refund needs the card in the reader. Without it, staff may return the money in cash.
  const [byHandReason, setByHandReason] = useState(paid.payments.some(isInterac) ? `${REFUND_NEEDS_CARD}.` : null);
  const refund = useAction(
    // An amount is refunded only if no items are chosen, because choosing items empties the amount.
    ({ amount, items, ...body }: RefundRequest, options) =>
      amount
        ? api('refundAmount', { body: { orderId, ...body, amount: toDollars(amount) } }, options)
        : api('refundOrderItems', { body: { orderId, ...body, items } }, options),
    {
      onDone(answer) {
        showOutcome(answer.refund);
        onRefunded(answer);
        onClose();
      },
    },
  );
  const form = useForm(refundForm, {
    // One error at a time: what to refund comes before the reason.
    check(draft) {
      const hasItems = chosenItems(paid, draft.quantities).length > 0;
      const amount = hasItems ? null : amountProblem(draft.amount, refundable);
      if (amount !== null) return { amount };
      if (!hasItems && draft.amount.trim() === '') return { amount: say`Choose at least one item to refund` };
      return draft.reason.trim() === '' ? { reason: say`Please provide a reason for the refund` } : {};
    },
    save: ({ values: { quantities, amount, byHand, reason } }) =>
      refund.sendOrThrow({
        items: chosenItems(paid, quantities),
        amount: parseAmount(amount),
        reason,
        byHand: byHand || undefined,
      }),
    refused(error) {
      if (!(error instanceof ApiError && error.code === 'card-needed')) return refusalText(error);
      setByHandReason(error.message);
      return null;
    },
  });
  const { draft, set, at } = form;
  const items = chosenItems(paid, draft.quantities);
  const hasItems = items.length > 0;
  const preview = useQuery({
    ...apiQuery(['refund-preview', orderId, items], 'previewRefund', { body: { orderId, items } }),
    enabled: hasItems,
    placeholderData: (before) => before,
  });
  // An invalid amount shows at once; a missing one only on submit.
  const wrongAmount = amountProblem(draft.amount, refundable);
  const typedAmount = (wrongAmount === null && parseAmount(draft.amount)) || ZERO;
  const isEverything = typedAmount === refundable;
  const totalOfAmount = isEverything ? refundableWithTip : typedAmount;
  const total = hasItems ? centsOf(preview.data?.due ?? 0) : totalOfAmount;
  const way = refundWayOf(paid);
  return (
    <EditDialog
      form={form}
      size="md"
      title={say`Refund items`}
      description={say`Choose what to refund. Its share of tax and tip is included.`}
      save={total === ZERO ? say`Refund` : say`Refund ${formatMoney(total)}`}
      look="danger-solid"
      onClose={onClose}
    >
      {/* All that is left: dishes, charges, tax and tip. */}
      <Button look="quiet" block onClick={() => set({ quantities: {}, amount: String(paid.refundable) })}>
        {say`Everything: ${formatMoney(refundableWithTip)}`}
      </Button>
      <ul className="grid gap-12 below-16">
        {paid.items.map((item) => (
          <RefundLine
            key={item.line}
            item={item}
            quantities={draft.quantities}
            onQuantity={(key, quantity) => set({ quantities: { ...draft.quantities, [key]: quantity }, amount: '' })}
          />
        ))}
      </ul>
      {!hasItems && (
        <MoneyField
          {...at('amount')}
          hint={
            isEverything && refundable !== refundableWithTip
              ? say`With the tip and the rounding of cash, ${formatMoney(refundableWithTip)} goes back.`
              : say`Tax is included. ${formatMoney(refundable)} is left to refund.`
          }
          error={wrongAmount ?? form.problems['amount']}
        />
      )}
      {hasItems && preview.data && <RefundSums preview={preview.data} way={way} />}
      {byHandReason === null ? (
        <Banner>{WAY_TEXTS[way]}</Banner>
      ) : (
        <Banner tone="warn" announce="alert" title={byHandReason}>
          <CheckField {...at('byHand')} />
        </Banner>
      )}
      <TextareaField {...at('reason')} rows={2} />
    </EditDialog>
  );
}

/** The chosen lines and, for a combo, the parts of lines. */
function chosenItems({ items: lines }: OrderPayments, quantities: Readonly<Record<string, number>>) {
  return lines.flatMap(({ line, parts = [] }) =>
    // Without a part it is the whole line.
    [undefined, ...parts.map(({ part }) => part)].flatMap((part) => {
      const quantity = quantities[partKey(line, part)] ?? 0;
      return quantity > 0 ? [{ line, quantity, part }] : [];
    }),
  );
}

function amountProblem(text: string, refundable: Cents): string | null {
  if (text.trim() === '') return null;
  const typed = parseAmount(text);
  if (!typed) return say`Please type an amount like 12.50.`;
  return typed > refundable ? say`At most ${formatMoney(refundable)} can be refunded.` : null;
}

/** An Interac payment, which can be refunded only with the card in the reader. */
function isInterac({ status, card }: OrderPayments['payments'][number]): boolean {
  // Older servers do not send the card.
  return status === 'succeeded' && needsCardForRefund(card?.brand ?? null);
}

interface RefundLineProps {
  item: OrderPayments['items'][number];
  quantities: Readonly<Record<string, number>>;
  onQuantity: (key: string, quantity: number) => void;
}

/** A line of the order; the dishes of a combo can be refunded alone. */
function RefundLine({ item, quantities, onQuantity }: RefundLineProps) {
  const { line, name, parts = [], refundableQuantity } = item;
  const countOf = (part?: number) => quantities[partKey(line, part)] ?? 0;
  return (
    <li className="stack gap-8">
      <div className="row between gap-16">
        <span>
          <b>{name}</b>
          <small className="block soft">
            {[...lineTexts(item), formatMoney(centsOf(item.price)), say`${refundableQuantity} left to refund`].join(
              ' · ',
            )}
          </small>
        </span>
        <Stepper
          label={lineName(item)}
          value={countOf()}
          max={Math.min(refundableQuantity, ...parts.map((each) => each.refundableQuantity - countOf(each.part)))}
          onValue={(value) => onQuantity(partKey(line), value)}
        />
      </div>
      {parts.map((part) => (
        <div className={`row between gap-16 ${styles.part}`} key={part.part}>
          <span className="text-sm soft">{say`Only ${part.name}`}</span>
          <Stepper
            label={say`Only ${part.name} of ${name}`}
            value={countOf(part.part)}
            max={part.refundableQuantity - countOf()}
            onValue={(value) => onQuantity(partKey(line, part.part), value)}
          />
        </div>
      ))}
    </li>
  );
}

function RefundSums({ preview, way }: { preview: Answer<'previewRefund'>; way: RefundWay }) {
  const lines = [
    [say`Subtotal`, centsOf(preview.subtotal)],
    [say`Charges`, centsOf(preview.charges ?? 0)],
    ...preview.taxes.map(({ label, amount }) => [label, centsOf(amount)] as const),
    [say`Tip`, centsOf(preview.tip)],
    [say`Cash rounding`, way === 'cash' ? subtractCents(centsOf(preview.due), centsOf(preview.total)) : ZERO],
  ] as const;
  return (
    <dl className="grid gap-8 below-16">
      {lines
        .filter(([, amount]) => amount !== ZERO)
        .map(([label, amount]) => (
          <div key={label} className="flex between gap-16">
            <dt>{label}</dt>
            <dd className="num">{formatMoney(amount)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** How the money goes back: 'hand' as it was paid, 'parts' if there are several payments or a gift card. */
type RefundWay = 'card' | 'cash' | 'hand' | 'parts';

const WAY_TEXTS: Record<RefundWay, string> = {
  card: say`Refunded to the original card. Allow ${CARD_REFUND_TIME}.`,
  cash: say`Hand it back in cash.`,
  hand: say`It was paid another way. Return it the same way.`,
  parts: say`Each payment gets back its share, the way it was paid.`,
};

function refundWayOf(paid: OrderPayments): RefundWay {
  const [payment, ...others] = paid.payments.filter((each) => each.status === 'succeeded');
  if (others.length > 0 || payment?.method === GIFT_CARD) return 'parts';
  if (payment?.provider !== 'till') return 'card';
  return payment.method === 'cash' ? 'cash' : 'hand';
}

function showOutcome(refund: RefundAnswer['refund']): void {
  const amount = formatMoney(centsOf(refund.amount));
  if (refund.status === 'failed') toast.error(say`The refund failed: ${refund.error ?? ''}`);
  else if (refund.status === 'requested') toast.info(say`A refund of ${amount} was requested`);
  else toast.success(say`${amount} was refunded`);
}
