import { createContext, useContext } from 'react';
import type { Figure, ReportBreakdown, ReportPeriod } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import styles from './figures.module.css';

export interface ExplainedFigure {
  readonly figure: Figure;
  /** Which tax or tender; empty for all. */
  readonly figureKey?: string;
  readonly title: string;
  /** Other days than those of the page. */
  readonly period?: ReportPeriod & { readonly until?: string | null };
  /** The row of a breakdown that the figure belongs to. */
  readonly by?: { readonly by: Exclude<ReportBreakdown, 'option'>; readonly byKey: string };
}

/** Opens the rows of a figure. */
export const ExplainFigure = createContext<(figure: ExplainedFigure) => void>(() => undefined);

/** A figure with a dotted underline, which means: press to see its rows. */
export function Explained({ text, ...explained }: ExplainedFigure & { readonly text: string }) {
  const explain = useContext(ExplainFigure);
  return (
    <button
      type="button"
      className={`digits no-padding ${styles.explained}`}
      aria-label={say`${explained.title}: ${text}, show its rows`}
      onClick={() => explain(explained)}
    >
      {text}
    </button>
  );
}
