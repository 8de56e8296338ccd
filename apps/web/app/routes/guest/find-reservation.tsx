import { say } from '@tiffin/domain/core';
import { findTexts } from '../../guest/booking/change-texts.ts';
import { FindReservation } from '../../guest/booking/find-reservation.tsx';
import { privateMeta } from '../../shared/site/seo.ts';

export const meta = privateMeta({ title: say`Find your reservation`, description: findTexts.description });

export default FindReservation;
