import { SoundMenu } from './sound-menu.tsx';

/** The reservations' own sound settings. */
export function ReservationSoundMenu() {
  return <SoundMenu kind="reservations" />;
}
