import { useMemo, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { say } from '@tiffin/domain/core';
import { type ViewingKind } from '@tiffin/domain/stats';
import { api, type Answer } from '../api/api.ts';
import { CACHE_LIFETIMES } from '../api/lifetimes.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select } from '../../ui/inputs.tsx';
import { changeOf, FigureExplanations, type ExplainedFigure } from './explained.tsx';
import styles from './figures.module.css';
import { whenText, type FiguresView } from './figures-view.ts';
import { RowsSheet } from './rows-sheet.tsx';

const VIEWINGS = {
  page: (time: string) => say`Your visit on ${time}`,
  csv: (time: string) => say`The CSV file of ${time}`,
  pdf: (time: string) => say`The PDF of ${time}`,
} satisfies Record<ViewingKind, unknown>;

/** Explains the figures of a page: their rows, and what changed since the person looked at them. */
export function FiguresPage({
  view,
  zone,
  isEnabled,
  children,
}: {
  view: FiguresView;
  zone: string;
  isEnabled: boolean;
  children: ReactNode;
}) {
  const { page, locationId, from, to } = view;
  const [explained, setExplained] = useState<ExplainedFigure | null>(null);
  const [chosen, setChosen] = useState<{ of: string; id: number } | null>(null);
  const period = `${page} ${locationId} ${from} ${to}`;
  const viewingId = chosen?.of === period ? chosen.id : null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['figures', page, locationId, from, to, viewingId],
    queryFn: async ({ signal }) =>
      api('recordFigureViewing', { body: { page, locationId, from, to, viewingId } }, { signal }),
    enabled: isEnabled,
    staleTime: CACHE_LIFETIMES.analytics,
    refetchInterval: CACHE_LIFETIMES.analytics,
  });
  const changed = data?.changed;
  const explanations = useMemo(() => ({ explain: setExplained, changed: changed ?? [] }), [changed]);
  return (
    <FigureExplanations value={explanations}>
      {error && !data && (
        <p role="alert" className="row flex-wrap gap-10 hint">
          {say`What changed since you looked could not be loaded.`}
          <Button look="plain" busy={isFetching} onClick={() => void refetch()}>
            {say`Try Again`}
          </Button>
        </p>
      )}
      {data && <SinceLook answer={data} zone={zone} onChoose={(id) => setChosen({ of: period, id })} />}
      {children}
      {explained && (
        <RowsSheet
          key={`${explained.figure} ${explained.figureKey ?? ''}`}
          explained={explained}
          view={view}
          zone={zone}
          since={data?.since ?? null}
          change={changeOf(changed ?? [], explained)}
          onClose={() => setExplained(null)}
        />
      )}
    </FigureExplanations>
  );
}

/** How many figures changed, and with which earlier time they are compared. */
function SinceLook({
  answer: { since, changed, viewings, isRemembered },
  zone,
  onChoose,
}: {
  answer: Answer<'recordFigureViewing'>;
  zone: string;
  onChoose: (id: number) => void;
}) {
  if (!isRemembered)
    return (
      <p className="hint">{say`This period has too many orders to remember what you see. Choose fewer days to be told later what changed.`}</p>
    );
  if (!since) return null;
  const when = whenText(since, zone);
  return (
    <section className={`round-card surface shadow-1 ${styles.since}`} aria-label={say`Since you looked`}>
      <p>
        {changed.length === 0
          ? say`Nothing changed since ${when}.`
          : changed.length === 1
            ? say`1 figure changed since ${when}.`
            : say`${changed.length} figures changed since ${when}.`}
      </p>
      {viewings.length > 1 && (
        <label className="row flex-wrap gap-8 hint">
          {say`Compare with`}
          <Select value={since.id} onChange={({ target }) => onChoose(Number(target.value))}>
            {viewings.map(({ id, kind, at }) => (
              <option key={id} value={id}>
                {VIEWINGS[kind](formatTime(at, 'date-time-year', zone))}
              </option>
            ))}
          </Select>
        </label>
      )}
    </section>
  );
}
