import { Fragment, type ReactNode } from 'react';
import { Check, ChevronDown, Clock, TriangleAlert } from 'lucide-react';
import { cartQuantity, type CartLine } from '@tiffin/domain/cart';
import { addCents, say } from '@tiffin/domain/core';
import { seatName } from '@tiffin/domain/order';
import { courseName, COURSES, coursesOfRound, firedCourses } from '@tiffin/domain/tabs';
import { useOnline } from '../../shared/offline/online.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { SeatMark, TabItems } from '../../shared/tabs/tab-lines.tsx';
import {
  billsOf,
  dishCount,
  roundsOnBill,
  sumDue,
  useTabs,
  useWaitingItems,
  type TabDetails,
  type TabTarget,
} from '../../shared/tabs/tabs.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { floorHash } from '../floor/floor-data.ts';
import { FLOOR_HASH } from './round-sent.ts';
import { Breakdown, PaymentNotes } from './order-bill.tsx';
import styles from './till.module.css';
import type { CounterState } from './use-counter.ts';

/** Renders the buttons of a tab: its bill, firing courses and more. */
export type RenderTabTools = (tab: TabDetails) => ReactNode;

/** Renders the dishes of a round that was sent, with what can be done about each. */
export type RenderSentDishes = (round: TabDetails['orders'][number]) => ReactNode;

/** More seats than this are chosen on the line. */
const MOST_SEATS_IN_ROW = 8;

/** For whom the next dish is, and when it is served. */
export function NextDish({ counter: { till, patch, setOpenDialog } }: { counter: CounterState }) {
  const { seat, course, tab } = till;
  const seats = Math.min(tab?.guests ?? 0, MOST_SEATS_IN_ROW);
  return (
    <div className={`flex flex-wrap gap-8-16 below-12 ${styles.nextDish}`}>
      <div className="flex gap-8 align-end">
        {seats > 1 && (
          <Segmented
            className="grow"
            legend={say`Next dish for seat`}
            value={String(seat)}
            onValue={(value) => patch({ seat: Number(value) })}
            options={[...seatsUpTo(seats), 0].map((each) => ({ value: String(each), label: seatText(each) }))}
          />
        )}
        <Button
          look="quiet"
          aria-label={seat === 0 ? say`Allergy of the table` : say`Allergy of seat ${seat}`}
          onClick={() => setOpenDialog('allergies')}
        >
          <TriangleAlert /> {say`Allergy`}
        </Button>
      </div>
      <Segmented
        legend={say`Course`}
        value={String(course)}
        onValue={(value) => patch({ course: Number(value) })}
        options={[0, ...COURSES].map((each) => ({ value: String(each), label: courseText(each) }))}
      />
    </div>
  );
}

const seatsUpTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);
/** The seats of a table as options, after 0 for all of it. */
export const seatOptions = (guests: number, allText: string) => [
  { id: '0', name: allText },
  ...seatsUpTo(guests).map((each) => ({ id: String(each), name: seatName(each) })),
];
const seatText = (seat: number) => (seat === 0 ? say`All` : String(seat));
const courseText = (course: number) => (course === 0 ? say`Now` : courseName(course));

/** Who eats a dish, and when: "Seat 2, Mains". */
export function serviceText({ seat = 0, course = 0 }: Pick<CartLine, 'seat' | 'course'>): string {
  return `${seat === 0 ? say`For all` : seatName(seat)}, ${courseText(course)}`;
}

/** What the button to send a round does. Dishes of later courses wait. */
export function sendText({ typedOrder: { cart }, tab }: CounterState): string {
  const courses = coursesOfRound(cart, firedCourses(tab?.tab.rounds ?? []));
  const waits = dishCount(courses.flatMap(({ isHeld, items }) => (isHeld ? items : [])));
  const now = cartQuantity(cart) - waits;
  if (waits === 0) return say`Send ${now} to the kitchen`;
  return now === 0 ? say`Send ${waits}, held` : say`Send ${now} now, ${waits} held`;
}

/** The choices of seat and course for a line of a round. */
export function LineService({ line, name, counter }: { line: CartLine; name: string; counter: CounterState }) {
  const { till, typedOrder } = counter;
  const { seat = 0, course = 0 } = line;
  return (
    <>
      <Select
        aria-label={say`Seat of ${name}`}
        className="auto-width"
        value={seat}
        onChange={({ target }) => typedOrder.serve(line, { seat: Number(target.value), course })}
      >
        <NamedOptions options={seatOptions(Math.max(till.tab?.guests ?? 0, seat), say`For all`)} />
      </Select>
      <Select
        aria-label={say`Course of ${name}`}
        className="auto-width"
        value={course}
        onChange={({ target }) => typedOrder.serve(line, { seat, course: Number(target.value) })}
      >
        <NamedOptions options={[0, ...COURSES].map((each) => ({ id: String(each), name: courseText(each) }))} />
      </Select>
    </>
  );
}

/** Beside a line of a round: who eats it, and its course if it has one. */
export function LineMarks({ line: { seat = 0, course } }: { line: CartLine }) {
  return (
    <>
      {course !== undefined && <small className="hint">{courseName(course)}</small>}
      <SeatMark seat={seat} />
    </>
  );
}

interface AlreadySentProps {
  counter: CounterState;
  target: TabTarget;
  renderSentDishes: RenderSentDishes;
}

/** What the tab has already, and what waits on this device. */
export function AlreadySent({ counter: { tab, typedOrder }, target, renderSentDishes }: AlreadySentProps) {
  const waiting = useWaitingItems(target);
  const rounds = tab ? roundsOnBill(tab) : [];
  const count = dishCount(rounds.flatMap(({ items }) => items));
  return (
    <>
      {count > 0 && (
        <details className={`below-8 ${styles.sent}`} open={typedOrder.cart.length === 0}>
          <summary className="row touch-height gap-8 pointer icon-18">
            <Check className="success" />
            <span className="grow">{count === 1 ? say`Already sent, 1 dish` : say`Already sent, ${count} dishes`}</span>
            <Money className="weight-600" cents={addCents(...rounds.map(({ pricing }) => centsOf(pricing.subtotal)))} />
            <ChevronDown />
          </summary>
          {rounds.map((round) => (
            <Fragment key={round.id}>
              {round.heldAt && <p className="hint">{say`${courseName(round.course ?? 0)}, held`}</p>}
              {renderSentDishes(round)}
            </Fragment>
          ))}
        </details>
      )}
      {waiting.length > 0 && (
        <section aria-label={say`Will be sent`}>
          <p className="row gap-8 hint icon-16">
            <Clock /> {say`Will be sent as soon as there is a connection`}
          </p>
          <TabItems items={waiting} />
        </section>
      )}
    </>
  );
}

/** The other bills of the party, and what the counter sold to its table. */
function useOtherBills(locationId: string, tab: TabDetails | null) {
  const { tabs = [], tableOrders = [] } = useTabs(locationId, tab !== null).data ?? {};
  if (!tab) return [];
  const { billId, tableId } = tab.tab;
  return [
    ...billsOf(tabs, tab.tab).filter((bill) => bill.billId !== billId),
    ...tableOrders.flatMap((order) =>
      tableId !== null && order.tableId === tableId ? { ...order, total: order.due } : [],
    ),
  ];
}

/** The totals of a round and of its tab, with the buttons that hold or send it. */
export function RoundBill({ counter, renderTabTools }: { counter: CounterState; renderTabTools: RenderTabTools }) {
  const { till, location, typedOrder, payment, tab } = counter;
  const { whyNot } = payment;
  const count = cartQuantity(typedOrder.cart);
  const online = useOnline();
  const { me } = useBackOffice();
  const name = till.tab?.name ?? '';
  // A table owes what all its bills owe.
  const others = useOtherBills(location.id, tab);
  const due = addCents(centsOf(tab?.bill.due ?? 0), sumDue(others));
  const total = addCents(centsOf(tab?.bill.total ?? 0), ...others.map((other) => centsOf(other.total)));
  return (
    <div className={`stack gap-8 ${styles.bill}`} data-bottom-bar>
      {tab && (
        <p className="row between gap-12 text-sm">
          <span className="soft">{say`${name} so far`}</span>
          <b className="digits">
            {due < total ? say`${formatMoney(due)} open of ${formatMoney(total)}` : formatMoney(total)}
          </b>
        </p>
      )}
      {count > 0 && <Breakdown price={typedOrder.price} charges={typedOrder.charges} sumName={say`This round`} />}
      {typedOrder.lostPromotions.map((text) => (
        <p key={text} className="hint" role="status">
          {text}
        </p>
      ))}
      {tab && count > 0 && !tab.tab.takesRounds && (
        <p className="hint">{say`Its bill was split or paid, so this round goes on a second bill.`}</p>
      )}
      {!online && <p className="hint">{say`No connection. The round will be sent when it is back.`}</p>}
      {count > 0 && <PaymentNotes location={location} payment={payment} />}
      {tab && <div className={`flex flex-wrap gap-8 ${styles.tabTools}`}>{renderTabTools(tab)}</div>}
      {count === 0 ? (
        <div className={`flex flex-wrap gap-8 ${styles.pay}`}>
          <Button
            size="lg"
            look="line"
            block
            className={`nowrap ${styles.more}`}
            onClick={() => {
              counter.setStep('menu');
              counter.searchRef.current?.focus();
            }}
          >
            {say`More for ${name}`}
          </Button>
          {me.hasFloor && till.tab?.tableId && (
            <LinkButton size="lg" look="quiet" className="grow nowrap" href={floorHash(till.tab.tableId)}>
              {say`Move or free`}
            </LinkButton>
          )}
          {me.hasFloor && (
            <LinkButton size="lg" className="grow nowrap" href={FLOOR_HASH}>
              {say`Back to the floor`}
            </LinkButton>
          )}
        </div>
      ) : (
        <>
          <div className={`flex gap-8 ${styles.pay}`}>
            <Button size="lg" look="line" disabledReason={whyNot} onClick={() => payment.submit('held')}>
              {say`Hold`}
            </Button>
            <Button size="lg" block busy={payment.busy} disabledReason={whyNot} onClick={() => payment.submit()}>
              {sendText(counter)}
            </Button>
          </div>
          <p className="hint text-center">
            {whyNot ?? say`Held dishes, mains and desserts wait: the kitchen starts when you press “Fire”.`}
          </p>
        </>
      )}
    </div>
  );
}
