import { dateIn, HALIFAX } from '@tiffin/domain/core';
import { reservationsCsv, reservationsFileName, type ReservationFilter } from '@tiffin/domain/reservation';
import { reservationWords } from '../../shared/reservation/reservation-words.ts';
import { saveFile } from '../../shared/page/save-file.ts';
import { toast } from '../../ui/toasts.ts';
import { forRules } from './reservation.ts';
import { texts } from './texts.ts';
import type { Places } from './use-places.ts';
import { allReservations } from './use-reservations.ts';

/** The filtered list, all pages of it, as a file for spreadsheets. */
export async function exportReservations(filter: ReservationFilter, places: Places): Promise<void> {
  try {
    const { all, asOf } = await allReservations(filter);
    const zone = places.all[0]?.timeZone ?? HALIFAX;
    const names = new Map(all.map((each) => [each.location, each.locationName]));
    const csv = reservationsCsv(all.map(forRules), zone, (id) => names.get(id) ?? id);
    saveFile(reservationsFileName(dateIn(new Date(asOf), zone)), csv, 'text/csv');
    toast.success(texts.exported(all.length));
  } catch (error) {
    toast.error(texts.exportFailed, { description: reservationWords(error) });
  }
}
