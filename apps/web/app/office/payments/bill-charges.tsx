import { say } from '@tiffin/domain/core';
import { mayStaffRemove } from '@tiffin/domain/order';
import { chargeLabel, DISCOUNT_REASON_LABELS, DISCOUNT_REASONS } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useLocations } from '../../shared/site/site.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
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
              <ActionMenu
                trigger={
                  <Button
                    look="quiet"
                    size="sm"
                    busy={remove.isBusy}
                    disabledReason={online ? null : say`Taking something off needs the internet.`}
                    aria-label={say`Take off: ${label}`}
                  >
                    {say`Take off`}
                  </Button>
                }
                items={DISCOUNT_REASONS.map((id) => {
                  const reason = DISCOUNT_REASON_LABELS[id];
                  const body = { ...(tab ? { billId } : { orderId: billId }), kind: rule.kind, reason };
                  return { id, label: reason, onSelect: () => void remove.send(body) };
                })}
              />
            )}
          </p>
        );
      })}
      <ErrorBanner title={say`Nothing was changed`} error={remove.error} />
    </>
  );
}
