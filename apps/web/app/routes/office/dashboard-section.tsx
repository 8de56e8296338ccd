import { Dashboard } from '../../office/dashboard/dashboard.tsx';
import { SoundSetupBanner } from '../../office/hardware/sounds/sound-menu.tsx';

/** The dashboard, with what this device still needs to ring. */
export default function DashboardSection() {
  return <Dashboard soundSetup={<SoundSetupBanner />} />;
}
