import { CalendarX } from 'lucide-react';
import { reservationNotices } from '@tiffin/domain/errors';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, StateIcon } from '../../ui/states.tsx';
import { texts } from './texts.ts';

export function ReservationNotFound({ id }: { id: string }) {
  return (
    <EmptyState
      level={1}
      title={reservationNotices.notFound(id)}
      text={texts.notFoundText}
      picture={
        <StateIcon>
          <CalendarX aria-hidden="true" />
        </StateIcon>
      }
    >
      <LinkButton href={paths.reservations()}>{texts.bookAnother}</LinkButton>
    </EmptyState>
  );
}
