import { useQuery } from '@tanstack/react-query';
import { api, type Answer } from '../../shared/api/api.ts';
import { centsOf } from '../../ui/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Loaded, DESK, OrderOf, useDoing } from './loaded.tsx';
import lists from '../../ui/lists.module.css';
import styles from './payments.module.css';
import { texts } from './texts.ts';

type Day = Answer<'getReconciliations'>['days'][number];
type Difference = Day['differences'][number];

const COLUMNS: readonly Column<Day>[] = [
  { id: 'day', head: texts.day, names: true, cell: (row) => <span className="num nowrap">{row.day}</span> },
  { id: 'ours', head: texts.ours, align: 'end', cell: (row) => <Money cents={centsOf(row.ours)} /> },
  { id: 'theirs', head: texts.theirs, align: 'end', cell: (row) => <Money cents={centsOf(row.theirs)} /> },
  {
    id: 'status',
    head: texts.status,
    cell: ({ differences }) => <Agreement differences={differences} />,
  },
];

export function DaysPanel({ onChanged }: { onChanged: () => void }) {
  const days = useQuery({ queryKey: [DESK, 'days'], queryFn: () => api('getReconciliations', { query: {} }) });
  const doing = useDoing(onChanged);
  const compare = async () => {
    await api('reconcilePayments', { body: {} });
    return texts.compared;
  };
  return (
    <Loaded query={days}>
      {(data) => (
        <div className="grid gap-16">
          <div>
            <Button look="quiet" busy={doing.busy !== null} onClick={() => doing.run('compare', compare)}>
              {texts.compareNow}
            </Button>
          </div>
          {data.days.length === 0 ? (
            <EmptyState title={texts.noDays} text={texts.noDaysText} />
          ) : (
            <>
              <div className={lists.asTable}>
                <Table caption={texts.days} columns={COLUMNS} rows={data.days} rowKey={keyOf} />
              </div>
              <ul className={`stack gap-8 ${lists.asCards}`} aria-label={texts.days}>
                {data.days.map((day) => (
                  <DayCard key={keyOf(day)} day={day} />
                ))}
              </ul>
            </>
          )}
          {data.days
            .flatMap((day) => day.differences.map((difference) => ({ day: day.day, ...difference })))
            .map((difference) => (
              <Differing key={`${difference.day} ${difference.paymentId} ${difference.kind}`} {...difference} />
            ))}
        </div>
      )}
    </Loaded>
  );
}

function keyOf({ provider, day }: Day): string {
  return `${provider} ${day}`;
}

function Agreement({ differences }: Pick<Day, 'differences'>) {
  return differences.length === 0 ? (
    <Badge tone="ok">{texts.agree}</Badge>
  ) : (
    <Badge tone="bad">{texts.differ(differences.length)}</Badge>
  );
}

function DayCard({ day: { day, ours, theirs, differences } }: { day: Day }) {
  return (
    <li className={styles.card}>
      <header className={styles.top}>
        <b className="num">{day}</b>
        <Agreement differences={differences} />
      </header>
      <p className={styles.facts}>
        <span>
          {texts.ours}: <Money cents={centsOf(ours)} />
        </span>
        <span>
          {texts.theirs}: <Money cents={centsOf(theirs)} />
        </span>
      </p>
    </li>
  );
}

function Differing({ day, kind, paymentId, orderId, ours, theirs }: Difference & { day: string }) {
  return (
    <article className={styles.card}>
      <header className={styles.top}>
        <b>{texts.differences[kind]}</b>
        <span className="num">{day}</span>
      </header>
      <p className={styles.facts}>
        <OrderOf orderId={orderId} />
        <span className="num">{paymentId}</span>
        {ours !== null && (
          <span>
            {texts.ours}: <Money cents={centsOf(ours)} />
          </span>
        )}
        {theirs !== null && (
          <span>
            {texts.theirs}: <Money cents={centsOf(theirs)} />
          </span>
        )}
      </p>
    </article>
  );
}
