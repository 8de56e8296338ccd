import type { MoneyState } from '@tiffin/domain/law';
import { CalendarDays, Check, Landmark, Minus, OctagonAlert, Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDay } from '../../ui/format.ts';
import styles from './fiscal.module.css';

/** The state of a saved location, or of an address that is being typed. */
export type FiscalState = Omit<Answer<'getFiscalStates'>['locations'][number], 'locationId'>;

interface GateContent {
  readonly tone: 'wait' | 'bad';
  readonly icon: ReactNode;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Whether a location may take money: the answer, why, the source, and what works and what waits. */
export function FiscalGate({ state: fiscalState }: { state: FiscalState }) {
  const content = contentOf(fiscalState);
  if (!content) return null;
  const { state, source } = fiscalState;
  const waits = state === 'refused' || state === 'grace';
  const mayDeclare = fiscalState.mayDeclare && waits;
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
          {mayDeclare ? (
            <p>{say`If the law asks for none, an administrator declares it under Locations, with the reason. Then the till takes money.`}</p>
          ) : (
            <p>{say`Tiffin does not support any fiscal device yet. The notes of a new version say when it supports one.`}</p>
          )}
          {source && (
            <p className="text-sm">
              <b>{say`Source:`}</b>{' '}
              <a href={source.url} target="_blank" rel="noreferrer">
                {source.title}
              </a>
            </p>
          )}
        </div>
      </section>
      {waits && <WorksAndWaits mayDeclare={mayDeclare} />}
    </div>
  );
}

function contentOf({ name, state, reason, refusedFrom, openBills }: FiscalState): GateContent | null {
  const openBillsLines =
    openBills > 0
      ? [openBills === 1 ? say`1 open bill can still be paid.` : say`${openBills} open bills can still be paid.`]
      : [];
  const date = refusedFrom === null ? '' : formatDay(refusedFrom);
  const contents: Readonly<Record<MoneyState, GateContent | null>> = {
    free: null,
    notice: {
      tone: 'wait',
      icon: <CalendarDays />,
      title: say`From ${date} ${name} needs certified invoicing`,
      lines: [say`Today the till takes money as before. At midnight before that day it stops.`, reason],
    },
    grace: {
      tone: 'bad',
      icon: <OctagonAlert />,
      title: say`This location takes money without a certified device`,
      lines: [say`It did so before this rule was known here. New orders stop on ${date}.`, ...openBillsLines, reason],
    },
    refused: {
      tone: 'wait',
      icon: <Landmark />,
      title: say`${name} cannot take money with this till yet`,
      lines: [reason, ...openBillsLines],
    },
  };
  return contents[state];
}

function WorksAndWaits({ mayDeclare }: { mayDeclare: boolean }) {
  return (
    <div className={`grid gap-14 ${styles.works}`}>
      <BulletList
        title={say`Works today`}
        icon={<Check />}
        className={styles.yes}
        lines={[say`Menu and website`, say`Reservations`, say`Kitchen and board`, say`History, refunds, exports`]}
        mark={<Check />}
      />
      <BulletList
        title={mayDeclare ? say`Waits for the declaration` : say`Waits for a certified device`}
        icon={<Pause />}
        lines={[
          say`Orders, also those paid at pickup`,
          say`Cash, card and terminal`,
          say`Payment links and online payment`,
          say`Bills on account`,
        ]}
        mark={<Minus />}
      />
    </div>
  );
}

interface BulletListProps {
  title: string;
  icon: ReactNode;
  mark: ReactNode;
  lines: readonly string[];
  className?: string | undefined;
}

function BulletList({ title, icon, mark, lines, className }: BulletListProps) {
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
