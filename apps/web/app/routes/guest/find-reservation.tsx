import { findTexts } from '../../guest/booking/change-texts.ts';
import { FindReservation } from '../../guest/booking/find-reservation.tsx';
import { privateMeta } from '../../shared/site/seo.ts';

export const meta = privateMeta(findTexts);

export default FindReservation;
