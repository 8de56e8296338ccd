import { LegalPage, legalMeta } from '../../guest/legal/legal-page.tsx';
import { PRIVACY } from '../../guest/legal/privacy.ts';
import type { Handle } from '../../shared/page/handle.ts';

export const handle: Handle = { sameForAll: true, worksOffline: true };

export const meta = legalMeta(PRIVACY);

export default function Page() {
  return <LegalPage about={PRIVACY} />;
}
