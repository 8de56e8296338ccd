import { useState } from 'react';
import { callOutCode } from '@tiffin/domain/order';
import { RadioCards } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { texts } from './texts.ts';
import type { Colleague, Trip } from './trips.ts';

const { handOver: words } = texts;

interface Props {
  trip: Trip;
  colleagues: readonly Colleague[];
  busy: boolean;
  onClose: () => void;
  onHandOver: (to: Colleague) => void;
}

/** Chooses the colleague who takes the delivery over. */
export function HandOverDialog({ trip: { order, driver }, colleagues, busy, onClose, onHandOver }: Props) {
  const { id } = order.locationInfo;
  const others = colleagues.filter(
    ({ driverId, locationIds }) => driverId !== driver?.driverId && (locationIds === null || locationIds.includes(id)),
  );
  const [chosen, setChosen] = useState(others[0]?.driverId ?? '');
  const to = others.find(({ driverId }) => driverId === chosen);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(callOutCode(order.orderId))}
      description={words.text}
      size="sm"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {words.back}
          </Button>
          <Button busy={busy} disabledReason={to ? null : words.none} onClick={() => to && onHandOver(to)}>
            {words.confirm}
          </Button>
        </>
      }
    >
      {others.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <RadioCards
          legend={words.to}
          value={chosen}
          onValue={setChosen}
          options={others.map(({ driverId, name }) => ({ value: driverId, label: name }))}
        />
      )}
    </Dialog>
  );
}
