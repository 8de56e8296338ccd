import { ReservationsSection } from '../../office/reservations/reservations-section.tsx';
import { ReservationSoundMenu } from '../../office/hardware/sounds/sound-menu.tsx';

export default function Section() {
  return <ReservationsSection soundMenu={<ReservationSoundMenu />} />;
}
