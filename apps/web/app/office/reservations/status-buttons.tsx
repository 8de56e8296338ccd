import { say } from '@tiffin/domain/core';
import { useOnline } from '../../shared/offline/online.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { partyNameOf, type Reservation, type StepStatus } from './reservation.ts';
import { useStatusChange } from './use-status-change.ts';

/** Seats the party at its table, or without one. The details have a field for another table. */
export function ArrivedButton({ party, look }: { party: Reservation; look: 'solid' | 'quiet' }) {
  return (
    <StatusButton party={party} to="seated" look={look} aria-label={say`${partyNameOf(party)} arrived`}>
      {say`Arrived`}
    </StatusButton>
  );
}

/** Marks a party that did not come, which frees its table. */
export function NoShowButton({ party, size }: { party: Reservation; size?: 'sm' }) {
  return (
    <StatusButton party={party} to="no-show" look="ghost" size={size} aria-label={say`${partyNameOf(party)}: no-show`}>
      {say`No-show`}
    </StatusButton>
  );
}

function StatusButton({ party, to, ...button }: ButtonProps & { party: Reservation; to: StepStatus }) {
  const online = useOnline();
  const { setStatus, isBusy } = useStatusChange(party, party.tableNumber ?? '');
  return (
    <Button
      {...button}
      busy={isBusy}
      disabledReason={online ? null : say`You are offline`}
      onClick={() => void setStatus(to)}
    />
  );
}
