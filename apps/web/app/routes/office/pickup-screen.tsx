import { say } from '@tiffin/domain/core';
import { PickupScreen } from '../../office/pickup-screen/pickup-screen.tsx';
import type { Handle } from '../../shared/page/handle.ts';
import { privateMeta } from '../../shared/site/seo.ts';

/** A television may be switched on before the network is there. */
export const handle: Handle = { worksOffline: true, showsItsAge: true };

export const meta = privateMeta({
  title: say`Pick-up screen`,
  description: say`A television that shows which orders are ready.`,
});

export default function Page() {
  return <PickupScreen />;
}
