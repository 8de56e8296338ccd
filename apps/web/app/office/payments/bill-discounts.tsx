import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toWireDiscount, type StaffDiscount } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { createKeyCache } from '../../shared/api/new-key.ts';
import { DiscountForm } from '../../shared/payment/discount-form.tsx';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

type Bill = Answer<'getBill'>['bill'];
type Order = Answer<'getOrderDetails'>['order'];
type Adjusted = Answer<'addDiscount'>;
/** A discount to add, or the id of one to remove. */
type DiscountRequest = { readonly give: Omit<StaffDiscount, 'id'> } | { readonly takeBack: string };

interface GiveOffProps {
  readonly bill: Bill;
  readonly onAdjusted: (answer: Adjusted) => void;
}

/** The discounts of an unpaid bill, with buttons to add and remove them. */
export function BillDiscounts({ bill, onAdjusted }: GiveOffProps) {
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const { busy, refused, send } = useAdjusting(bill.billId, (answer) => {
    setOpen(false);
    onAdjusted(answer);
  });
  // Older servers do not send this field.
  const discounts = bill.given ?? [];
  const isPaid = bill.paid > 0 && bill.due === 0;
  return (
    <div className="stack gap-10">
      {discounts.map((each) => (
        <p key={each.id} className="row between gap-12">
          <span>
            {each.label} <span className="digits">−{formatMoney(centsOf(each.off))}</span>
            <small className="block soft">
              {[each.reason, each.note, each.approvedBy === null ? each.by : say`${each.by}, with ${each.approvedBy}`]
                .filter(Boolean)
                .join(', ')}
            </small>
          </span>
          {!isPaid && (
            <Button
              look="quiet"
              size="sm"
              busy={busy}
              aria-label={say`Take back: ${each.label}`}
              onClick={() => void send({ takeBack: each.id })}
            >
              {say`Take back`}
            </Button>
          )}
        </p>
      ))}
      <ErrorBanner title={say`Nothing was changed`} says={refused} />
      {open ? (
        <Giving
          billId={bill.billId}
          busy={busy}
          onGive={(request, observed) => void send(request, observed)}
          onClose={() => setOpen(false)}
        />
      ) : (
        bill.due > 0 && (
          <Button
            look="line"
            disabledReason={online ? null : say`Taking something off needs the internet.`}
            onClick={() => setOpen(true)}
          >
            {say`Take something off…`}
          </Button>
        )
      )}
    </div>
  );
}

/** Sends the order version the user saw. If someone changed the order first, the server refuses with a message. */
function useAdjusting(billId: string, onDone: (answer: Adjusted) => void) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [keyOf] = useState(createKeyCache);
  const queries = useQueryClient();
  async function send(request: DiscountRequest, observed?: Order) {
    if (busy) return;
    setBusy(true);
    setRefused(null);
    try {
      const { version } = observed ?? (await api('getOrderDetails', { query: { orderId: billId } })).order;
      const about = { orderId: billId, version };
      if ('takeBack' in request) {
        const body = { ...about, discountId: request.takeBack };
        onDone(await api('removeDiscount', { body }, { idempotencyKey: keyOf(body) }));
      } else {
        const body = { ...about, ...toWireDiscount(request.give) };
        onDone(
          await withFreshSignIn((shown) => api('addDiscount', { body }, { idempotencyKey: keyOf(body), ...shown })),
        );
      }
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      const isRule = error instanceof ApiError && [400, 409].includes(error.status);
      if (code === 'conflict') await queries.invalidateQueries({ queryKey: ['bill-order', billId] });
      const speaks = isRule || code === 'manager-needed' || code === 'wrong-pin' || code === 'pin-locked';
      setRefused(speaks && error instanceof ApiError ? error.message : errorText(error));
    }
    setBusy(false);
  }
  return { busy, refused, send };
}

interface GivingProps {
  readonly billId: string;
  readonly busy: boolean;
  readonly onGive: (request: DiscountRequest, observed: Order) => void;
  readonly onClose: () => void;
}

/** Uses the order as it is now, because its version is sent along. */
function Giving({ billId, busy, onGive, onClose }: GivingProps) {
  const order = useQuery({
    queryKey: ['bill-order', billId],
    queryFn: () => api('getOrderDetails', { query: { orderId: billId } }),
    staleTime: 0,
  });
  if (order.isError) return <Banner tone="bad">{errorText(order.error)}</Banner>;
  if (!order.data) {
    return (
      <Loading label={say`Loading the order`}>
        <Skeleton height={160} />
      </Loading>
    );
  }
  const observed = order.data.order;
  // The form identifies lines as the order does.
  const onSubmit = (provided: Omit<StaffDiscount, 'id'>) => onGive({ give: provided }, observed);
  return <DiscountForm lines={observed.items} busy={busy} onGive={onSubmit} onClose={onClose} />;
}
