import { useState, type ReactNode } from 'react';
import { ExplainFigure, type ExplainedFigure } from './explained.tsx';
import { RowsSheet, type FiguresView } from './rows-sheet.tsx';

/** Opens the rows of the figures of a page. */
export function FiguresPage({ view, zone, children }: { view: FiguresView; zone: string; children: ReactNode }) {
  const [explained, setExplained] = useState<ExplainedFigure | null>(null);
  return (
    <ExplainFigure value={setExplained}>
      {children}
      {explained && (
        <RowsSheet
          key={`${explained.figure} ${explained.figureKey ?? ''}`}
          explained={explained}
          view={view}
          zone={zone}
          onClose={() => setExplained(null)}
        />
      )}
    </ExplainFigure>
  );
}
