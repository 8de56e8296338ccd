import { useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { subtractCents, ZERO, type Cents } from '@tiffin/domain/core';
import { lineName, lineTexts } from '@tiffin/domain/order';
import { needsCardForRefund } from '@tiffin/domain/payment';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { keyKeeper } from '../../shared/api/new-key.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { amountTyped } from '../../ui/amount-typed.ts';
import { DollarInput, Textarea } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from '../../shared/payment/payment.module.css';
import { texts } from '../../shared/payment/texts.ts';

type Paid = Answer<'getOrderPayments'>;
type Refund = Answer<'refundOrderItems'>['refund'];

export interface RefundDialogProps {
  open: boolean;
  orderId: string;
  onClose: () => void;
  onRefunded?: (answer: Answer<'refundOrderItems'>) => void;
}

/**
 * Refunds chosen dishes or an amount, by a manager or with a manager's PIN. The server computes the sum with tax and
 * tip.
 */
export function RefundDialog({ open, orderId, onClose, onRefunded }: RefundDialogProps) {
  const paid = useQuery({
    queryKey: ['order-payments', orderId],
    queryFn: () => api('getOrderPayments', { query: { orderId } }),
    enabled: open,
    staleTime: 0,
  });
  const frame = (children: ReactNode) => (
    <Dialog open={open} onClose={onClose} title={texts.refundTitle} closeLabel={texts.close}>
      {children}
    </Dialog>
  );
  if (paid.isError) {
    return frame(
      <Banner tone="bad" announce="alert" title={texts.refundLoadFailed}>
        {wordsFor(paid.error)}
      </Banner>,
    );
  }
  if (!paid.data) {
    return frame(
      <Loading label={texts.refundLoading}>
        <Skeleton height={180} />
      </Loading>,
    );
  }
  if (paid.data.refundable <= 0) return frame(<Banner>{texts.refundNothingLeft}</Banner>);
  return <Choosing {...{ open, orderId, onClose }} paid={paid.data} {...(onRefunded && { onRefunded })} />;
}

function Choosing({ open, orderId, paid, onClose, onRefunded }: RefundDialogProps & { paid: Paid }) {
  // Quantities by line; for combos, by line and part.
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [amountText, setAmountText] = useState('');
  const [reason, setReason] = useState('');
  const [triedToSend, setTriedToSend] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Interac refunds need the card in the reader, so staff may pay out the money instead. The server says how much.
  const [needsHand, setNeedsHand] = useState<string | null>(
    paid.payments.some(isInterac) ? texts.refundNeedsCard : null,
  );
  const [byHand, setByHand] = useState(false);
  const amountField = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [keyOf] = useState(keyKeeper);
  const countOf = (line: number, part?: number) => chosen.get(keyOfLine(line, part)) ?? 0;
  const choose = (line: number, quantity: number, part?: number) => {
    setChosen(new Map(chosen).set(keyOfLine(line, part), quantity));
    setTriedToSend(false);
  };
  const items = paid.items.flatMap(({ line, parts = [] }) =>
    [undefined, ...parts.map(({ part }) => part)].flatMap((part) => {
      const quantity = countOf(line, part);
      return quantity > 0 ? [{ line, quantity, ...(part !== undefined && { part }) }] : [];
    }),
  );
  const preview = useQuery({
    queryKey: ['refund-preview', orderId, items],
    queryFn: () => api('previewRefund', { body: { orderId, items } }),
    enabled: items.length > 0,
    placeholderData: (before) => before,
  });
  const way = wayBack(paid);
  // Chosen dishes take precedence over an amount; the button shows the resulting sum.
  const typed = items.length === 0 ? amountTyped(amountText) : null;
  const left = centsOf(paid.refundable);
  const amountProblem = items.length > 0 ? null : wrongAmount(amountText, left, triedToSend);
  const total = items.length === 0 ? (amountProblem === null && typed) || ZERO : centsOf(preview.data?.due ?? 0);

  async function refund() {
    setTriedToSend(true);
    if (items.length === 0 && (amountProblem !== null || !typed)) return amountField.current?.focus();
    if (reason.trim() === '') return setProblem(texts.refundReasonNeeded);
    setBusy(true);
    setProblem(null);
    try {
      const refundRequest = { orderId, reason: reason.trim(), ...(byHand && { byHand }) };
      // Pressing twice with the same choice makes one refund; another choice makes another.
      const once = { idempotencyKey: keyOf([typed ?? items, byHand]) };
      const answer = await withFreshSignIn((shown) =>
        typed
          ? api('refundAmount', { body: { ...refundRequest, amount: typed / 100 } }, { ...once, ...shown })
          : api('refundOrderItems', { body: { ...refundRequest, items } }, { ...once, ...shown }),
      );
      showOutcome(answer.refund);
      onRefunded?.(answer);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'card-needed') setNeedsHand(error.message);
      else setProblem(wordsFor(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.refundTitle}
      description={texts.refundIntro}
      closeLabel={texts.close}
      dismissable={!busy}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {texts.keep}
          </Button>
          <Button look="danger-solid" busy={busy} onClick={() => void refund()}>
            {texts.refundGo(total === ZERO ? null : formatMoney(total))}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <ul className="grid gap-12 below-16">
          {paid.items.map((item) => (
            <li key={item.line} className="stack gap-8">
              <div className="row between gap-16">
                <span>
                  <b>{item.name}</b>
                  <small className="block soft">
                    {[
                      ...lineTexts(item),
                      formatMoney(centsOf(item.price)),
                      texts.refundLeft(item.refundableQuantity),
                    ].join(' · ')}
                  </small>
                </span>
                <Stepper
                  label={lineName(item)}
                  value={countOf(item.line)}
                  max={Math.min(
                    item.refundableQuantity,
                    ...(item.parts ?? []).map((each) => each.refundableQuantity - countOf(item.line, each.part)),
                  )}
                  onValue={(value) => choose(item.line, value)}
                />
              </div>
              {item.parts?.map(({ part, name, refundableQuantity }) => (
                <div className={`row between gap-16 ${styles.part}`} key={part}>
                  <span className="text-sm soft">{texts.refundOnly(name)}</span>
                  <Stepper
                    label={texts.refundOnlyOf(name, item.name)}
                    value={countOf(item.line, part)}
                    max={refundableQuantity - countOf(item.line)}
                    onValue={(value) => choose(item.line, value, part)}
                  />
                </div>
              ))}
            </li>
          ))}
        </ul>
        {items.length === 0 && (
          <Field label={texts.refundAmount} hint={texts.refundAmountHint(formatMoney(left))} error={amountProblem}>
            <DollarInput
              ref={amountField}
              autoComplete="off"
              placeholder="0.00"
              value={amountText}
              onValue={(value) => {
                setAmountText(value);
                setTriedToSend(false);
                setProblem(null);
              }}
            />
          </Field>
        )}
        {preview.data && items.length > 0 && <Shares share={preview.data} way={way} />}
        {needsHand === null ? (
          <Banner>{wordsOfWay[way]}</Banner>
        ) : (
          <Banner tone="warn" announce="alert" title={needsHand}>
            <Checkbox
              label={texts.refundHandOver}
              checked={byHand}
              onChange={(event) => setByHand(event.target.checked)}
            />
          </Banner>
        )}
        <Field label={texts.refundReason} required error={problem}>
          <Textarea
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
      </div>
    </Dialog>
  );
}

function keyOfLine(line: number, part?: number): string {
  return [line, part].join('.');
}

/** An invalid amount shows at once; a missing one only on submit. */
function wrongAmount(text: string, left: Cents, request: boolean): string | null {
  if (text.trim() === '') return request ? texts.refundNothingChosen : null;
  const typed = amountTyped(text);
  if (!typed) return texts.refundAmountWrong;
  return typed > left ? texts.refundAmountMost(formatMoney(left)) : null;
}

function Shares({ share, way }: { share: Answer<'previewRefund'>; way: Way }) {
  const lines = [
    [texts.subtotal, centsOf(share.subtotal)],
    ...share.taxes.map(({ label, amount }) => [label, centsOf(amount)] as const),
    [texts.tip, centsOf(share.tip)],
    [texts.refundRounding, way === 'cash' ? subtractCents(centsOf(share.due), centsOf(share.total)) : ZERO],
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

type Way = 'card' | 'cash' | 'hand';

const wordsOfWay: Record<Way, string> = {
  card: texts.refundToCard,
  cash: texts.refundInCash,
  hand: texts.refundByHand,
};

function isInterac({ status, card }: Paid['payments'][number]): boolean {
  // Older servers do not send the card.
  return status === 'succeeded' && needsCardForRefund(card?.brand ?? null);
}

function wayBack(paid: Paid): Way {
  const payment = paid.payments.find((each) => each.status === 'succeeded');
  if (payment?.provider !== 'till') return 'card';
  return payment.method === 'cash' ? 'cash' : 'hand';
}

function showOutcome(refund: Refund): void {
  const amount = formatMoney(centsOf(refund.amount));
  if (refund.status === 'failed') toast.error(texts.refundFailed(refund.error ?? ''));
  else if (refund.status === 'requested') toast.info(texts.refundRequested(amount));
  else toast.success(texts.refundDone(amount));
}
