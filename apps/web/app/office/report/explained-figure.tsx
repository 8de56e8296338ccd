import { createContext, useContext } from 'react';
import type { ReportFigure } from '@tiffin/domain/stats';
import styles from './report.module.css';
import { texts } from './texts.ts';

/** A figure whose rows are shown. */
export interface ExplainedFigure {
  readonly figure: ReportFigure;
  /** Which tax or tender; empty for all. */
  readonly figureKey: string;
  readonly title: string;
}

/** Opens the rows of a figure. */
export const ExplainFigure = createContext<(figure: ExplainedFigure) => void>(() => undefined);

/** A figure with a dotted underline, which means: press to see its rows. */
export function Explained({ figure, figureKey, title, text }: ExplainedFigure & { readonly text: string }) {
  const explain = useContext(ExplainFigure);
  return (
    <button
      type="button"
      className={`digits no-padding ${styles.explained}`}
      aria-label={texts.showRows(title, text)}
      onClick={() => explain({ figure, figureKey, title })}
    >
      {text}
    </button>
  );
}
