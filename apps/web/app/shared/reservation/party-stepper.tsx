import { say } from '@tiffin/domain/core';
import { PARTY_MAX, PARTY_MIN } from '@tiffin/domain/reservation';
import { Stepper } from '../../ui/stepper.tsx';

interface PartyStepperProps {
  value: number;
  size?: 'lg';
  onValue: (guests: number) => void;
}

/** How many guests a party has, typed with two buttons. */
export function PartyStepper(props: PartyStepperProps) {
  return (
    <div className="grid gap-6 items-start">
      <span className="label">{say`How many guests?`}</span>
      <Stepper label={say`guest`} min={PARTY_MIN} max={PARTY_MAX} {...props} />
    </div>
  );
}
