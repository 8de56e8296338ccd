import { LegalPage, legalMeta } from '../../guest/legal/legal-page.tsx';
import { ACCESSIBILITY } from '../../guest/legal/accessibility.ts';
import type { Handle } from '../../shared/page/handle.ts';

export const handle: Handle = { sameForAll: true, worksOffline: true };

export const meta = legalMeta(ACCESSIBILITY);

export default function Page() {
  return <LegalPage about={ACCESSIBILITY} />;
}
