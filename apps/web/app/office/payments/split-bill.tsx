import { useState } from 'react';
import { addCents, say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { roundsOnBill, TAB_KEYS, useTab, type TabDetails } from '../../shared/tabs/tabs.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import type { Bill } from './at-reader.tsx';
import styles from './pay-bill.module.css';

type Parts = NonNullable<Bill['parts']>;

interface SplitBillProps {
  bill: Bill;
  /** The part that is paid next; null for the whole bill. */
  partId: string | null;
  onPart: (partId: string) => void;
}

/** The parts of a tab's bill, and the ways to split it: by seat, by dish, or in equal parts. */
export function SplitBill({ bill, partId, onPart }: SplitBillProps) {
  const online = useOnline();
  const [form, setForm] = useState<'items' | 'parts' | null>(null);
  const split = useCall('splitBill', { changes: TAB_KEYS, onDone: () => setForm(null) });
  const whyNot = online ? null : say`Splitting needs the internet.`;
  const whyNotDishes = whyNot ?? (bill.paid > 0 ? say`After a payment, split the rest in equal parts.` : null);
  const parts = bill.parts ?? [];
  const { billId } = bill;
  return (
    <section className="stack gap-10" aria-label={say`Split the bill`}>
      <PartList parts={parts} partId={partId} onPart={onPart} />
      <div className="flex flex-wrap gap-8">
        <Button
          look="line"
          busy={split.sending?.by === 'seat'}
          disabledReason={whyNotDishes}
          onClick={() => void split.send({ billId, by: 'seat' })}
        >
          {say`By seat`}
        </Button>
        <Button
          look="line"
          aria-expanded={form === 'items'}
          disabledReason={whyNotDishes}
          onClick={() => setForm('items')}
        >
          {say`By dish`}
        </Button>
        <Button look="line" aria-expanded={form === 'parts'} disabledReason={whyNot} onClick={() => setForm('parts')}>
          {say`In parts`}
        </Button>
        {parts.length > 0 && (
          <Button
            look="quiet"
            disabledReason={whyNot}
            onClick={() => void split.send({ billId, by: 'parts', parts: NOT_SPLIT })}
          >
            {say`Put together again`}
          </Button>
        )}
      </div>
      {whyNotDishes && <p className="hint">{whyNotDishes}</p>}
      <ErrorBanner title={say`The bill was not split`} error={split.error} />
      {form === 'parts' && (
        <EqualParts busy={split.isBusy} onParts={(count) => void split.send({ billId, by: 'parts', parts: count })} />
      )}
      {form === 'items' && (
        <ByDish
          billId={billId}
          busy={split.isBusy}
          onGroups={(groups) => void split.send({ billId, by: 'items', groups: groups.map((items) => ({ items })) })}
        />
      )}
    </section>
  );
}

function PartList({ parts, partId, onPart }: Pick<SplitBillProps, 'partId' | 'onPart'> & { parts: Parts }) {
  return (
    <ul className={`grid gap-8 ${styles.parts}`}>
      {parts.map((part) => (
        <li key={part.billId} className="grid">
          <button
            type="button"
            className={styles.part}
            aria-pressed={part.billId === partId}
            disabled={part.due === 0}
            onClick={() => onPart(part.billId)}
          >
            <span className="row between gap-8">
              <b>{part.label}</b>
              <b className="digits">{part.due === 0 ? say`Paid` : formatMoney(centsOf(part.due))}</b>
            </span>
            {part.paid > 0 && part.due > 0 && (
              <small className="soft">{say`${formatMoney(centsOf(part.paid))} of ${formatMoney(centsOf(part.total))} paid`}</small>
            )}
            {part.lines.length > 0 && (
              <small className="soft">
                {part.lines
                  .map(({ name, quantity, isShared }) => (isShared ? say`a share of ${name}` : `${quantity} ${name}`))
                  .join(', ')}
              </small>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The number of parts of a bill that is put together again. */
const NOT_SPLIT = 1;
/** The numbers of equal parts that are offered. */
const PART_COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12];

function EqualParts({ busy, onParts }: { busy: boolean; onParts: (parts: number) => void }) {
  return (
    <div className="flex flex-wrap gap-8" role="group" aria-label={say`How many parts`}>
      {PART_COUNTS.map((count) => (
        <Button key={count} look="quiet" busy={busy} onClick={() => onParts(count)}>
          {count}
        </Button>
      ))}
    </div>
  );
}

/** Each dish of the tab once per portion, so that each of two naan can be another guest's. */
export function portionsOf(tab: TabDetails) {
  return roundsOnBill(tab).flatMap(({ id: orderId, items }) =>
    items.flatMap(({ line, name, price, quantity, seat }) =>
      Array.from({ length: quantity }, (_, index) => ({
        key: `${orderId} ${line} ${index}`,
        orderId,
        line,
        name,
        price,
        seat,
      })),
    ),
  );
}

/** The portions as lines of orders, with the number of portions of each. */
export function linesOf(portions: ReturnType<typeof portionsOf>) {
  const byLine = Map.groupBy(portions, ({ orderId, line }) => `${orderId} ${line}`);
  return [...byLine.values()].flatMap(([first, ...others]) =>
    first ? [{ orderId: first.orderId, line: first.line, quantity: others.length + 1 }] : [],
  );
}

interface ByDishProps {
  billId: string;
  busy: boolean;
  onGroups: (groups: { orderId: string; line: number; quantity: number }[][]) => void;
}

/** Puts the ticked dishes into one part after the other. What is left is the last part. */
function ByDish({ billId, busy, onGroups }: ByDishProps) {
  const query = useTab(billId);
  const [groups, setGroups] = useState<readonly (readonly string[])[]>([]);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  return (
    <Loaded query={query} failed={say`The dishes could not be loaded`} level={3}>
      {(tab) => {
        const portions = portionsOf(tab);
        const grouped = new Set(groups.flat());
        const chosen = portions.filter(({ key }) => ticked.includes(key));
        const sum = addCents(...chosen.map(({ price }) => centsOf(price)));
        const allGroups = ticked.length > 0 ? [...groups, ticked] : groups;
        const whyNot = chosen.length === 0 ? say`Tick the dishes of one guest first.` : null;
        return (
          <div className="stack gap-8">
            <div className={`grid ${styles.dishes}`}>
              {portions
                .filter(({ key }) => !grouped.has(key))
                .map(({ key, name, price, seat }) => (
                  <Checkbox
                    key={key}
                    label={`${name} ${formatMoney(centsOf(price))}`}
                    hint={seat ? say`Seat ${seat}` : say`For all`}
                    checked={ticked.includes(key)}
                    onChange={({ target }) =>
                      setTicked(target.checked ? [...ticked, key] : ticked.filter((each) => each !== key))
                    }
                  />
                ))}
            </div>
            <div className="flex flex-wrap gap-8">
              <Button
                look="quiet"
                disabledReason={whyNot}
                onClick={() => {
                  setGroups([...groups, ticked]);
                  setTicked([]);
                }}
              >
                {say`Next guest`}
              </Button>
              <Button
                busy={busy}
                disabledReason={allGroups.length === 0 ? whyNot : null}
                onClick={() =>
                  onGroups(allGroups.map((keys) => linesOf(portions.filter(({ key }) => keys.includes(key)))))
                }
              >
                {chosen.length === 0 ? say`Split` : say`Split, ${formatMoney(sum)} before tax for this guest`}
              </Button>
            </div>
            {whyNot && <p className="hint">{whyNot}</p>}
          </div>
        );
      }}
    </Loaded>
  );
}
