import { PickupScreen } from '../../office/pickup-screen/pickup-screen.tsx';
import { texts } from '../../office/pickup-screen/texts.ts';
import type { Handle } from '../../shared/page/handle.ts';
import { privateMeta } from '../../shared/site/seo.ts';

/** A television may be switched on before the network is there. */
export const handle: Handle = { worksOffline: true, showsItsAge: true };

export const meta = privateMeta(texts);

export default function Page() {
  return <PickupScreen />;
}
