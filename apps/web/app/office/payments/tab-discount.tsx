import { toWireDiscount } from '@tiffin/domain/pricing';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { DiscountForm } from '../../shared/payment/discount-form.tsx';
import { roundsOnBill, TAB_KEYS, useTab } from '../../shared/tabs/tabs.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Bill } from './at-reader.tsx';

interface AddTabDiscountProps {
  readonly billId: string;
  readonly onAdjusted: (answer: Answer<'addDiscount'>) => void;
  readonly onClose: () => void;
}

/** A discount on the whole bill of a tab, or on a dish of one of its rounds. */
export function AddTabDiscount({ billId, onAdjusted, onClose }: AddTabDiscountProps) {
  const query = useTab(billId);
  const add = useCall('addDiscount', {
    changes: TAB_KEYS,
    onDone(answer) {
      onClose();
      onAdjusted(answer);
    },
  });
  return (
    <Loaded query={query} failed={say`The bill could not be loaded`} level={3}>
      {(details) => {
        // The form numbers the dishes over all rounds; the server within each.
        const dishes = roundsOnBill(details).flatMap(({ orderId, items }) =>
          items.map(({ line, name, quantity }) => ({ orderId, line, name, quantity })),
        );
        return (
          <>
            <ErrorBanner title={say`Nothing was changed`} error={add.error} />
            <DiscountForm
              lines={dishes.map(({ name, quantity }, index) => ({ line: index + 1, name, quantity }))}
              busy={add.isBusy}
              onGive={(discount) => {
                const dish = discount.line === null ? undefined : dishes[discount.line - 1];
                const on = dish ? { orderId: dish.orderId } : { billId };
                void add.send({ ...on, ...toWireDiscount({ ...discount, line: dish?.line ?? null }) });
              }}
              onClose={onClose}
            />
            <p className="hint">{say`It counts for the dishes that are on the bill now. Later rounds come without it.`}</p>
          </>
        );
      }}
    </Loaded>
  );
}

/** What was taken off the bill of a tab, with the reason. */
export function DiscountsOfTab({ bill: { given } }: { bill: Bill }) {
  return given.map(({ id, label, reason, off }) => (
    <p key={id} className="row between gap-12 text-sm">
      <span>{`${label}: ${reason}`}</span>
      <span className="digits">−{formatMoney(centsOf(off))}</span>
    </p>
  ));
}
