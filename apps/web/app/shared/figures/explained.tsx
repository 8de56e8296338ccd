import { createContext, useContext } from 'react';
import type { Figure, ReportBreakdown, ReportPeriod } from '@tiffin/domain/stats';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../api/api.ts';
import styles from './figures.module.css';

/** A figure whose rows are shown. */
export interface ExplainedFigure {
  readonly figure: Figure;
  /** Which tax or tender; empty for all. */
  readonly figureKey?: string;
  readonly title: string;
  /** Other days than those of the page. */
  readonly period?: ReportPeriod;
  /** The row of a breakdown that the figure belongs to. */
  readonly by?: { readonly by: Exclude<ReportBreakdown, 'option'>; readonly byKey: string };
}

export type ChangedFigure = Answer<'recordFigureViewing'>['changed'][number];

interface Explanations {
  readonly explain: (figure: ExplainedFigure) => void;
  readonly changed: readonly ChangedFigure[];
}

/** Opens the rows of a figure, and knows which figures changed since the person looked. */
export const FigureExplanations = createContext<Explanations>({ explain: () => undefined, changed: [] });

export function changeOf(
  changed: readonly ChangedFigure[],
  { figure, figureKey = '', period, by }: ExplainedFigure,
): ChangedFigure | null {
  if (period || by) return null;
  return changed.find((each) => each.figure === figure && each.key === figureKey) ?? null;
}

/** A figure with a dotted underline, which means: press to see its rows. A dot says that it changed. */
export function Explained({ text, ...explained }: ExplainedFigure & { readonly text: string }) {
  const { explain, changed } = useContext(FigureExplanations);
  const hasChanged = changeOf(changed, explained) !== null;
  const label = say`${explained.title}: ${text}, show its rows`;
  return (
    <button
      type="button"
      className={`digits no-padding ${styles.explained}`}
      aria-label={hasChanged ? say`${label}. It changed since you looked.` : label}
      onClick={() => explain(explained)}
    >
      {hasChanged && <span aria-hidden="true" className={styles.changed} />}
      {text}
    </button>
  );
}
