import { say } from '@tiffin/domain/core';
import { mayStaffRemove } from '@tiffin/domain/order';
import { chargeLabel } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { TakeOffCharge } from '../../shared/order/take-off-charge.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Bill } from './at-reader.tsx';

interface BillChargesProps {
  readonly bill: Bill;
  /** Without it the charges are only listed. */
  readonly onRemoved?: (answer: Answer<'removeCharge'>) => void;
}

/** The charges of a bill. Staff take one off with a press on it and a press on the reason. */
export function BillCharges({ bill, onRemoved }: BillChargesProps) {
  const { billId, locationId, tab, due, charges = [] } = bill;
  const { charges: rules = [] } = useLocations().find(({ id }) => id === locationId) ?? {};
  const online = useOnline();
  const remove = useCall('removeCharge', { onDone: onRemoved });
  return (
    <>
      {charges.map(({ kind: charged, percent, amount }) => {
        const label = chargeLabel(charged, percent);
        const rule = rules.find(({ kind }) => kind === charged);
        return (
          <p key={charged} className="row between gap-12">
            <span>
              {label} <span className="digits">{formatMoney(centsOf(amount))}</span>
            </span>
            {onRemoved && due > 0 && rule && mayStaffRemove(rule) && (
              <TakeOffCharge
                charge={label}
                busy={remove.isBusy}
                disabledReason={online ? null : say`Taking something off needs the internet.`}
                onReason={(reason) =>
                  void remove.send({ ...(tab ? { billId } : { orderId: billId }), kind: rule.kind, reason })
                }
              />
            )}
          </p>
        );
      })}
      <ErrorBanner title={say`Nothing was changed`} error={remove.error} />
    </>
  );
}
