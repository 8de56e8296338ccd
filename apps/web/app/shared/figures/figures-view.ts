import type { FigurePage, ReportPeriod } from '@tiffin/domain/stats';
import type { Answer } from '../api/api.ts';
import { formatTime } from '../../ui/format.ts';
import { texts } from './texts.ts';

/** The figures that a page shows. */
export interface FiguresView extends ReportPeriod {
  readonly page: FigurePage;
  readonly locationId: string;
}

type Viewing = Answer<'recordFigureViewing'>['viewings'][number];

/** When and how somebody looked. */
export const whenText = ({ kind, at }: Viewing, zone: string) =>
  texts.whenLooked[kind](formatTime(at, 'date-time-year', zone));
