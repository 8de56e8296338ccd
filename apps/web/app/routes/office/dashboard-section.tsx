import { Dashboard } from '../../office/dashboard/dashboard.tsx';
import { SoundSetupBanner } from '../../office/hardware/sounds/sound-menu.tsx';

export default function DashboardSection() {
  return <Dashboard soundSetup={<SoundSetupBanner />} />;
}
