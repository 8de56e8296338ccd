import type { MoneyState } from '@tiffin/domain/law';
import { CalendarDays, Check, CircleHelp, Landmark, Minus, OctagonAlert, Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Answer } from '../../shared/api/api.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDay } from '../../ui/format.ts';
import styles from './fiscal.module.css';
import { texts } from './texts.ts';

/** The state of a saved location, or of an address that is being typed. */
export type FiscalState = Omit<Answer<'getFiscalStates'>['locations'][number], 'locationId'>;

interface GateContent {
  readonly tone: 'wait' | 'bad' | 'unknown';
  readonly icon: ReactNode;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Whether a location may take money: the answer, why, the source, and what works and what waits. */
export function FiscalGate({ state: fiscalState }: { state: FiscalState }) {
  const content = contentOf(fiscalState);
  if (!content) return null;
  const { state, source } = fiscalState;
  return (
    <div className="stack gap-14">
      <section className={classNames('round-lg', styles.gate, styles[content.tone])} role="status">
        <span className={`center icon-20 ${styles.icon}`} aria-hidden="true">
          {content.icon}
        </span>
        <div className="stack gap-8">
          <h3 className="text-xl">{content.title}</h3>
          {content.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {state !== 'ask' && <p>{texts.supported}</p>}
          {source && (
            <p className="text-sm">
              <b>{texts.source}</b>{' '}
              <a href={source.url} target="_blank" rel="noreferrer">
                {source.title}
              </a>
            </p>
          )}
        </div>
      </section>
      {(state === 'refused' || state === 'grace') && <WorksAndWaits />}
    </div>
  );
}

function contentOf({ name, state, reason, refusedFrom, openBills }: FiscalState): GateContent | null {
  const bills = openBills > 0 ? [texts.openBills(openBills)] : [];
  const date = refusedFrom === null ? '' : formatDay(refusedFrom);
  const contents: Readonly<Record<MoneyState, GateContent | null>> = {
    free: null,
    ask: { tone: 'unknown', icon: <CircleHelp />, title: texts.ask, lines: [texts.askText] },
    notice: {
      tone: 'wait',
      icon: <CalendarDays />,
      title: texts.notice(name, date),
      lines: [texts.noticeText, reason],
    },
    grace: {
      tone: 'bad',
      icon: <OctagonAlert />,
      title: texts.grace,
      lines: [texts.graceText(date), ...bills, reason],
    },
    refused: { tone: 'wait', icon: <Landmark />, title: texts.refused(name), lines: [reason, ...bills] },
  };
  return contents[state];
}

function WorksAndWaits() {
  return (
    <div className={`grid gap-14 ${styles.works}`}>
      <Points title={texts.worksTitle} icon={<Check />} className={styles.yes} lines={texts.works} mark={<Check />} />
      <Points title={texts.waitsTitle} icon={<Pause />} lines={texts.waits} mark={<Minus />} />
    </div>
  );
}

interface PointsProps {
  title: string;
  icon: ReactNode;
  mark: ReactNode;
  lines: readonly string[];
  className?: string | undefined;
}

function Points({ title, icon, mark, lines, className }: PointsProps) {
  return (
    <section className={classNames('stack gap-8 round-card quiet', styles.points, className)}>
      <h4 className="row gap-8 icon-18">
        {icon}
        {title}
      </h4>
      <ul className="stack gap-8">
        {lines.map((line) => (
          <li key={line} className="row gap-10 icon-16">
            {mark}
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
