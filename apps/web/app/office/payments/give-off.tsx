import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  checkGiven,
  GIVEN_KINDS,
  GIVEN_NOTE_MOST,
  GIVEN_REASON_LABELS,
  GIVEN_REASONS,
  type Given,
  type GivenKind,
  type GivenReason,
} from '@tiffin/domain/pricing';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { keyKeeper } from '../../shared/api/new-key.ts';
import { freshly } from '../../shared/session/freshly.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { amountTyped } from '../../ui/amount-typed.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { ChoiceSelect, DollarInput, PrefixedInput, Select, TextInput } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { giveOffTexts as texts } from './give-off-texts.ts';

type Bill = Answer<'getBill'>['bill'];
type Order = Answer<'getOrderDetails'>['order'];
type Adjusted = Answer<'adjustBill'>;
type Wish = Parameters<typeof api<'adjustBill'>>[1]['body'];

interface GiveOffProps {
  readonly bill: Bill;
  readonly onGiven: (answer: Adjusted) => void;
}

/** What was taken off a bill that is not paid, and how more is; each can be taken back. */
export function GiveOff({ bill, onGiven }: GiveOffProps) {
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const { busy, refused, send } = useAdjusting(bill.billId, (answer) => {
    setOpen(false);
    onGiven(answer);
  });
  // A server of before tells of none.
  const given = bill.given ?? [];
  const isPaid = bill.paid > 0 && bill.due === 0;
  return (
    <div className="stack gap-10">
      {given.map((each) => (
        <p key={each.id} className="row between gap-12">
          <span>
            {each.label} <span className="digits">−{formatMoney(centsOf(each.off))}</span>
            <small className="block soft">
              {[each.reason, each.note, texts.by(each.by, each.approvedBy)].filter(Boolean).join(', ')}
            </small>
          </span>
          {!isPaid && (
            <Button
              look="quiet"
              size="sm"
              busy={busy}
              aria-label={texts.takeBackOf(each.label)}
              onClick={() => void send({ takeBack: each.id })}
            >
              {texts.takeBack}
            </Button>
          )}
        </p>
      ))}
      {refused !== null && (
        <Banner tone="bad" announce="alert" title={texts.refused}>
          {refused}
        </Banner>
      )}
      {open ? (
        <GiveForm
          billId={bill.billId}
          busy={busy}
          onGive={(wish, seen) => void send(wish, seen)}
          onClose={() => setOpen(false)}
        />
      ) : (
        bill.due > 0 && (
          <Button look="line" disabledReason={online ? null : texts.offline} onClick={() => setOpen(true)}>
            {texts.open}
          </Button>
        )
      )}
    </div>
  );
}

/** Sends against the order as it was seen; whoever changed it meanwhile was first, and the words say so. */
function useAdjusting(billId: string, onDone: (answer: Adjusted) => void) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [keyOf] = useState(keyKeeper);
  const queries = useQueryClient();
  async function send(wish: Omit<Wish, 'billId' | 'version'>, seen?: Order) {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      const { version } = seen ?? (await api('getOrderDetails', { query: { orderId: billId } })).order;
      const body = { billId, version, ...wish };
      onDone(await freshly((shown) => api('adjustBill', { body }, { idempotencyKey: keyOf(body), ...shown })));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      const isRule = error instanceof ApiError && [400, 409].includes(error.status);
      if (code === 'conflict') await queries.invalidateQueries({ queryKey: ['bill-order', billId] });
      const speaks = isRule || code === 'manager-needed' || code === 'wrong-pin' || code === 'pin-locked';
      setRefused(speaks && error instanceof ApiError ? error.message : wordsFor(error));
    }
    setBusy(false);
  }
  return { busy, refused, send };
}

interface GiveFormProps {
  readonly billId: string;
  readonly busy: boolean;
  readonly onGive: (wish: Omit<Wish, 'billId' | 'version'>, seen: Order) => void;
  readonly onClose: () => void;
}

/** What, on which dish or on all of it, how much, and why. */
function GiveForm({ billId, busy, onGive, onClose }: GiveFormProps) {
  const order = useQuery({
    queryKey: ['bill-order', billId],
    queryFn: () => api('getOrderDetails', { query: { orderId: billId } }),
    staleTime: 0,
  });
  if (order.isError) return <Banner tone="bad">{wordsFor(order.error)}</Banner>;
  if (!order.data) {
    return (
      <Loading label={texts.loading}>
        <Skeleton height={160} />
      </Loading>
    );
  }
  return <Choosing order={order.data.order} {...{ busy, onGive, onClose }} />;
}

const WHOLE = 'bill';

function Choosing({ order, busy, onGive, onClose }: Omit<GiveFormProps, 'billId'> & { order: Order }) {
  const [kind, setKind] = useState<GivenKind>('discount');
  const [where, setWhere] = useState(WHOLE);
  const [unit, setUnit] = useState<'percent' | 'amount'>('percent');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<GivenReason>('wait');
  const [note, setNote] = useState('');
  const line = where === WHOLE ? null : Number(where);
  const isPercent = kind === 'discount' && unit === 'percent';
  const sum = isPercent ? null : amountTyped(typed);
  const percent = isPercent && /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
  const wish: Omit<Given, 'id'> = {
    kind,
    line,
    percent: percent !== null && percent >= 1 && percent <= 100 ? percent : null,
    amount: kind === 'discount' && unit === 'amount' ? sum : null,
    price: kind === 'price-match' ? sum : null,
    reason,
    note: note.trim(),
  };
  const checked = checkGiven(wish);
  const whyNot = checked.ok ? null : checked.error.message;

  return (
    <form
      className="stack gap-12"
      aria-label={texts.open}
      onSubmit={(event) => {
        event.preventDefault();
        if (whyNot !== null) return;
        const inDollars = (amount: number | null) => (amount === null ? null : amount / 100);
        const give = { ...wish, amount: inDollars(wish.amount), price: inDollars(wish.price) };
        onGive({ give }, order);
      }}
    >
      <Segmented
        legend={texts.what}
        value={kind}
        onValue={(next) => {
          setKind(next);
          setTyped('');
        }}
        options={GIVEN_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      <Field label={texts.where}>
        <Select value={where} onChange={(event) => setWhere(event.target.value)}>
          <option value={WHOLE}>{texts.whole}</option>
          {order.items.map((item) => (
            <option key={item.line} value={String(item.line)}>
              {item.quantity} × {item.name}
            </option>
          ))}
        </Select>
      </Field>
      {kind === 'discount' && (
        <Segmented
          legend={texts.unit}
          value={unit}
          onValue={setUnit}
          options={[
            { value: 'percent', label: texts.percent },
            { value: 'amount', label: texts.amount },
          ]}
        />
      )}
      {kind === 'discount' && unit === 'percent' && (
        <Field label={texts.percentOff}>
          <PrefixedInput
            prefix="%"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {((kind === 'discount' && unit === 'amount') || kind === 'price-match') && (
        <Field label={kind === 'price-match' ? texts.price : texts.amountOff}>
          <DollarInput autoComplete="off" placeholder="0.00" value={typed} onValue={setTyped} />
        </Field>
      )}
      <Field label={texts.reason}>
        <ChoiceSelect options={GIVEN_REASONS} labels={GIVEN_REASON_LABELS} value={reason} onValue={setReason} />
      </Field>
      <Field label={texts.note} required={reason === 'other'} hint={texts.noteHint}>
        <TextInput
          autoComplete="off"
          maxLength={GIVEN_NOTE_MOST}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="row gap-8">
        <Button type="submit" busy={busy} disabledReason={whyNot}>
          {texts.give}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {texts.keep}
        </Button>
      </div>
      {whyNot !== null && <p className="hint">{whyNot}</p>}
    </form>
  );
}
