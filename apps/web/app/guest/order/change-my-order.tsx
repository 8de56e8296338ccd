import { GUEST_NOTES } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { useAction } from '../../shared/api/use-action.ts';
import { ChangeSums } from '../../shared/order/change-sums.tsx';
import { money } from '../../shared/order/change-sums-texts.ts';
import { LineDifferences } from '../../shared/order/line-words.tsx';
import { ChangeLine } from '../../shared/order/other-choices.tsx';
import { useOrderChange } from '../../shared/order/use-change.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import type { Order } from './use-order.ts';

/** Lets the guest change quantities, options and the note until the kitchen starts. */
export function ChangeMyOrder({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const change = useOrderChange(order, order.metadata.orderToken || undefined);
  const { send, isBusy, error } = useAction(change.save, {
    doneText: () => say`Your order was changed.`,
    onDone: onChanged,
  });

  return (
    <section className="stack gap-16" aria-label={say`Change my order`}>
      <h2 className="text-xl">{say`Change my order`}</h2>
      <ul className="grid gap-12">
        {order.items.map((item) => (
          <li className="row between gap-16" key={item.line}>
            <span className="grow">
              <b>{item.name}</b>
              <LineDifferences heat={item.spiceLevelName} {...change.detailsOf(item)} />
            </span>
            <ChangeLine locationId={order.location} item={item} change={change} phone={order.locationInfo.phone} />
            <Stepper
              label={item.name}
              value={change.quantityOf(item.line)}
              onValue={(quantity) => change.setQuantity(item.line, quantity)}
            />
          </li>
        ))}
      </ul>
      <Field label={GUEST_NOTES.specialInstructions.checkout.label}>
        <Textarea
          rows={2}
          maxLength={GUEST_NOTES.specialInstructions.most}
          defaultValue={order.specialInstructions}
          onBlur={(event) => change.edit({ note: event.target.value.trim() })}
        />
      </Field>
      <ChangeSums change={change} toPay={(amount: number) => say`Left to pay: ${money(amount)}`} />
      <ErrorBanner error={error} />
      <Button busy={isBusy} disabled={change.answer === null} onClick={() => void send(change.request)}>
        {say`Save the change`}
      </Button>
    </section>
  );
}
