import { legalMeta } from '../../guest/legal/legal-page.tsx';
import { TERMS, TermsPage } from '../../guest/legal/terms.tsx';
import type { Handle } from '../../shared/page/handle.ts';

export const handle: Handle = { sameForAll: true, worksOffline: true };

export const meta = legalMeta(TERMS);

export default TermsPage;
