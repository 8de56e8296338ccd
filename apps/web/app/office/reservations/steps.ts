import type { ReservationStep } from '@tiffin/domain/reservation';
import type { Reservation } from './reservation.ts';
import { texts } from './texts.ts';

export type StepStatus = 'confirmed' | 'seated' | 'completed' | 'no-show';

interface Step {
  readonly to: StepStatus;
  readonly step: ReservationStep;
  readonly label: string;
}

const SEAT: Step = { to: 'seated', step: 'seat', label: texts.seat };
const NO_SHOW: Step = { to: 'no-show', step: 'no-show', label: texts.noShow };

/** What a host is likely to do next comes first. */
const STEPS: Readonly<Record<Reservation['status'], readonly Step[]>> = {
  pending: [SEAT, NO_SHOW],
  confirmed: [SEAT, NO_SHOW],
  seated: [
    { to: 'completed', step: 'complete', label: texts.complete },
    { to: 'confirmed', step: 'confirm', label: texts.unseat },
  ],
  'no-show': [SEAT],
  completed: [],
  cancelled: [],
};

/** The buttons of a reservation. Nobody is missed before their time. */
export function stepsOf({ status, startsAt }: Pick<Reservation, 'status' | 'startsAt'>, now: Date): readonly Step[] {
  return STEPS[status].filter((step) => step !== NO_SHOW || new Date(startsAt) <= now);
}
