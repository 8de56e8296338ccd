import { legalMeta } from '../../guest/legal/legal-page.tsx';
import { PRIVACY, PrivacyPage } from '../../guest/legal/privacy.tsx';
import type { Handle } from '../../shared/page/handle.ts';

export const handle: Handle = { sameForAll: true, worksOffline: true };

export const meta = legalMeta(PRIVACY);

export default PrivacyPage;
