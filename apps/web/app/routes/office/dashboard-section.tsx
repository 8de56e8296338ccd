import { Dashboard } from '../../office/dashboard/dashboard.tsx';
import { SoundSetupBanner } from '../../office/hardware/sounds/sound-menu.tsx';

/** The dashboard with the banner that sets up sound on this device. */
export default function DashboardSection() {
  return <Dashboard soundSetup={<SoundSetupBanner />} />;
}
