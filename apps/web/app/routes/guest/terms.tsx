import { LegalPage, legalMeta } from '../../guest/legal/legal-page.tsx';
import { TERMS } from '../../guest/legal/terms.ts';
import type { Handle } from '../../shared/page/handle.ts';

export const handle: Handle = { sameForAll: true, worksOffline: true };

export const meta = legalMeta(TERMS);

export default function Page() {
  return <LegalPage about={TERMS} />;
}
