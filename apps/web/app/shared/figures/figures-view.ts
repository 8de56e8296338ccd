import type { FigurePage, ReportPeriod } from '@tiffin/domain/stats';
import { type ViewingKind } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';
import { formatTime } from '../../ui/format.ts';

const WHEN_LOOKED = {
  page: (time: string) => say`you looked on ${time}`,
  csv: (time: string) => say`you downloaded the CSV file on ${time}`,
  pdf: (time: string) => say`you printed it on ${time}`,
} satisfies Record<ViewingKind, unknown>;

/** The figures that a page shows. */
export interface FiguresView extends ReportPeriod {
  readonly page: FigurePage;
  readonly locationId: string;
}

type Viewing = Answer<'recordFigureViewing'>['viewings'][number];

/** When and how somebody looked. */
export const whenText = ({ kind, at }: Viewing, zone: string) =>
  WHEN_LOOKED[kind](formatTime(at, 'date-time-year', zone));
