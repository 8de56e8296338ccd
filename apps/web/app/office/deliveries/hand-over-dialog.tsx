import { useState } from 'react';
import { callOutCode } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { RadioCards } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Colleague, Trip } from './trips.ts';

const HAND_OVER = {
  none: say`Nobody else works at this location.`,
};

interface Props {
  trip: Trip;
  colleagues: readonly Colleague[];
  busy: boolean;
  onClose: () => void;
  onHandOver: (to: Colleague) => void;
}

export function HandOverDialog({ trip: { order, driver }, colleagues, busy, onClose, onHandOver }: Props) {
  const { id } = order.locationInfo;
  const others = colleagues.filter(
    ({ driverId, locationIds }) => driverId !== driver?.driverId && (locationIds === null || locationIds.includes(id)),
  );
  const [chosen, setChosen] = useState(others[0]?.driverId ?? '');
  const to = others.find(({ driverId }) => driverId === chosen);
  return (
    <Dialog
      onClose={onClose}
      title={say`Hand over ${callOutCode(order.orderId)}`}
      description={say`The colleague sees it on their phone at once. Cash that you collected stays with you.`}
      size="sm"
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {say`Back`}
          </Button>
          <Button busy={busy} disabledReason={to ? null : HAND_OVER.none} onClick={() => to && onHandOver(to)}>
            {say`Hand over`}
          </Button>
        </>
      }
    >
      {others.length === 0 ? (
        <p>{HAND_OVER.none}</p>
      ) : (
        <RadioCards
          legend={say`Who takes it?`}
          value={chosen}
          onValue={setChosen}
          options={others.map(({ driverId, name }) => ({ value: driverId, label: name }))}
        />
      )}
    </Dialog>
  );
}
