import { ReservationsSection } from '../../office/reservations/reservations-section.tsx';
import { ReservationSoundMenu } from '../../office/hardware/sounds/sound-menu.tsx';

/** The reservations, with how new ones ring on this device. */
export default function Section() {
  return <ReservationsSection soundMenu={<ReservationSoundMenu />} />;
}
