import { ReservationsSection } from '../../office/reservations/reservations-section.tsx';
import { ReservationSoundMenu } from '../../office/hardware/sounds/sound-menu.tsx';

/** The reservations with the sound settings of this device. */
export default function Section() {
  return <ReservationsSection soundMenu={<ReservationSoundMenu />} />;
}
