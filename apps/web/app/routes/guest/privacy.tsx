import { legalMeta } from '../../guest/legal/legal-page.tsx';
import { PRIVACY, PrivacyPage } from '../../guest/legal/privacy.tsx';
import type { Handle } from '../../shared/page/handle.ts';
import { useSite } from '../../shared/site/site.ts';

export const handle: Handle = { sameForAll: true, worksOffline: true };

export const meta = legalMeta(PRIVACY);

export default function Privacy() {
  return <PrivacyPage site={useSite()} />;
}
