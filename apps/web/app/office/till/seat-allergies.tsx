import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { allergyTexts, type Allergy } from '@tiffin/domain/order';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { AllergyChooser } from '../../shared/allergies/allergy-chooser.tsx';
import { useCall } from '../../shared/api/use-call.ts';
import { TAB_KEYS } from '../../shared/tabs/tabs.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { seatOptions } from './round.tsx';
import type { CounterState } from './use-counter.ts';

/** The allergies that are stated with this order, for texts: those of everybody, then those of seats. */
export function statedText(allergies: readonly Allergy[]): string {
  const ofAll = allergies.filter(({ seat }) => !seat);
  const ofSeats = allergies.filter(({ seat }) => seat);
  return [ofAll.length > 0 && say`${allergyTexts(ofAll)}: whole order`, ofSeats.length > 0 && allergyTexts(ofSeats)]
    .filter(Boolean)
    .join(', ');
}

interface AllergiesBySeatProps {
  country: string;
  /** How many seats can be chosen; with less than two, the allergies are everybody's. */
  seats: number;
  /** The seat that is shown first; 0 for everybody. */
  firstSeat?: number;
  hint?: string;
  value: readonly Allergy[];
  /** What was stated with earlier rounds. */
  statedBefore?: readonly Allergy[];
  onValue: (allergies: readonly Allergy[]) => void;
}

/** The allergies of everybody or, at a table, of the chosen seat. Those of other seats stay as they are. */
export function AllergiesBySeat({
  country,
  seats,
  firstSeat = 0,
  hint,
  value,
  statedBefore,
  onValue,
}: AllergiesBySeatProps) {
  const [seat, setSeat] = useState(firstSeat);
  const isOfSeat = (each: Allergy) => (each.seat ?? 0) === seat;
  const ofSeatBefore = statedBefore?.filter(isOfSeat) ?? [];
  const withStated = (stated: readonly Allergy[]) =>
    [
      ...value.filter((each) => !isOfSeat(each)),
      ...stated.map((each) => (seat === 0 ? each : { ...each, seat })),
    ].toSorted((one, other) => (one.seat ?? 0) - (other.seat ?? 0));
  return (
    <>
      {seats > 1 && (
        <Select aria-label={say`Whose allergies`} value={seat} onChange={({ target }) => setSeat(Number(target.value))}>
          <NamedOptions options={seatOptions(seats, say`Everybody`)} />
        </Select>
      )}
      {ofSeatBefore.length > 0 && <AllergyBand text={allergyTexts(ofSeatBefore)} />}
      <AllergyChooser
        country={country}
        legend={say`Allergies for this order`}
        hint={hint}
        value={value.filter(isOfSeat)}
        onValue={(stated) => onValue(withStated(stated))}
      />
    </>
  );
}

/** States the allergies of the order that is typed, first of the seat that the next dish is for. */
export function StateAllergies({ counter }: { counter: CounterState }) {
  const { till, location, typedOrder, patch } = counter;
  return (
    <AllergiesBySeat
      country={location.country}
      seats={till.tab?.guests ?? 0}
      firstSeat={till.seat}
      value={till.allergies}
      statedBefore={typedOrder.allergiesOfTable}
      onValue={(allergies) => patch({ allergies })}
    />
  );
}

/** The same beside the dishes of a table. The kitchen reads them with the next dishes, or at once. */
export function AllergySheet({ counter, onClose }: { counter: CounterState; onClose: () => void }) {
  const { till, tab, patch } = counter;
  const name = till.tab?.name ?? '';
  const tell = useCall('stateAllergies', {
    failed: say`The kitchen does not know the allergies yet`,
    doneText: () => say`${name}: the kitchen knows the allergies`,
    changes: TAB_KEYS,
    onDone() {
      patch({ allergies: [] });
      onClose();
    },
  });
  return (
    <Sheet
      onClose={onClose}
      title={say`Allergies`}
      description={say`They stay until the party leaves. The kitchen reads them with the next dishes you send.`}
      footer={
        tab &&
        tab.orders.length > 0 && (
          <Button
            block
            busy={tell.isBusy}
            disabledReason={till.allergies.length === 0 ? say`Press an allergy first.` : null}
            onClick={() => void tell.send({ billId: tab.tab.billId, allergies: [...till.allergies] })}
          >
            {say`Tell the kitchen now`}
          </Button>
        )
      }
    >
      <div className="stack gap-12">
        <StateAllergies counter={counter} />
      </div>
    </Sheet>
  );
}
