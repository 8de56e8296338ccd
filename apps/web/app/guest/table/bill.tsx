import type { ComponentProps } from 'react';
import { cents, centsOf, endWithFullStop, say, sumOf } from '@tiffin/domain/core';
import { statusLabel } from '@tiffin/domain/order';
import plate from '../../assets/dishes/plate.svg';
import { BillSum } from '../../shared/checkout/bill-lines.tsx';
import { phoneNameText } from '../../shared/tabs/phone-names.ts';
import { Banner } from '../../ui/banner.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { currency, formatMoney, formatTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PayPart } from './pay-part.tsx';
import { guestText, type TableLine, type TableRound, type TableTab } from './use-table-tab.ts';
import styles from './table.module.css';

interface BillProps extends ComponentProps<typeof PayPart> {
  zone: string;
}

/** What the party ordered, who has paid, and what is left to pay. All phones see the same. */
export function Bill({ zone, ...paying }: BillProps) {
  const { tab } = paying;
  const { rounds, due, payments } = tab;
  if (rounds.length === 0)
    return (
      <EmptyState
        title={say`Nothing ordered yet`}
        text={say`What anybody at the table sends appears here for all.`}
        picture={<StateArt src={plate} />}
      />
    );
  const you = tab.guests.find(({ isYou }) => isYou)?.name;
  const own = payments.filter(({ name, state }) => name === you && state === 'paid');
  const paid = cents(sumOf(own.map(({ amount, tip }) => centsOf(amount) + centsOf(tip))));
  const open = payments.filter(({ state }) => state === 'open');
  const isAllPaid = due.due === 0 && open.length === 0 && due.paid > 0;
  return (
    <section className="stack gap-20">
      {paid > 0 && due.due > 0 && tab.mine.length === 0 && (
        <Banner tone="ok" announce="status" title={say`You paid ${formatMoney(paid)}. Thank you!`}>
          {say`What is still open is for the others, unless you pay it too.`}
        </Banner>
      )}
      <div>
        <h2 className="text-xl">{say`Running bill`}</h2>
        <p className="text-sm soft">{say`All at the table see the same, as it grows.`}</p>
        {tab.amounts.rest > 0 && <TextLink href="?view=bill#pay">{say`Pay`}</TextLink>}
        {rounds.map((round, index) => (
          <Round key={round.roundId} round={round} number={index + 1} tab={tab} zone={zone} />
        ))}
      </div>
      <dl className="grid gap-8">
        <BillSum label={say`Together with tax (${currency})`} cents={centsOf(due.total)} />
        {payments
          .filter(({ state }) => state === 'paid')
          .map(({ name, amount }, index) => (
            <BillSum
              // Payments have no id, and their order stays.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              label={name === '' ? say`Paid to your waiter` : say`Paid by ${phoneNameText(name)}`}
              cents={centsOf(-amount)}
            />
          ))}
      </dl>
      {open.map(({ name, amount, until }, index) => (
        <Banner
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          title={
            name === you
              ? say`Your payment of ${formatMoney(centsOf(amount))} is not finished. You can pay again below.`
              : say`${phoneNameText(name)} is paying ${formatMoney(centsOf(amount))}.`
          }
        >
          {until && endWithFullStop(say`It is kept until ${formatTime(until, 'time', zone)}`)}
        </Banner>
      ))}
      {isAllPaid ? (
        <Banner tone="ok" announce="status" title={say`The table is paid. Thank you!`}>
          {say`What is still in the kitchen comes all the same.`}
        </Banner>
      ) : (
        <p id="pay" className="flex between align-baseline" role="status">
          {say`Still open`} <b className="text-xl digits">{formatMoney(centsOf(due.due))}</b>
        </p>
      )}
      {tab.amounts.rest > 0 && <PayPart {...paying} />}
    </section>
  );
}

interface RoundProps {
  round: TableRound;
  number: number;
  tab: TableTab;
  zone: string;
}

function stateText({ state, status, isHeld }: TableRound): string {
  if (state === 'waits-for-staff') return say`Waits for your waiter`;
  if (state === 'refused') return say`Not taken`;
  return isHeld ? say`Comes later` : statusLabel(status ?? 'pending', 'dine-in');
}

function Round({ round, number, tab, zone }: RoundProps) {
  const isGone = round.state === 'refused' || round.status === 'cancelled';
  return (
    <>
      <h3 className={`flex between align-baseline text-sm ${styles.round}`}>
        {say`Order ${number}`}
        <span className="soft weight-400">{`${stateText(round)}, ${formatTime(round.at, 'time', zone)}`}</span>
      </h3>
      <ul className="ruled">
        {round.items.map((item) => (
          <Line key={`${item.orderId} ${item.line}`} item={item} tab={tab} isGone={isGone} />
        ))}
      </ul>
    </>
  );
}

function Line({ item, tab, isGone }: { item: TableLine; tab: TableTab; isGone: boolean }) {
  return (
    <li className={`grid text-sm ${styles.line}`}>
      <span className="weight-650 digits">{`${item.quantity}×`}</span>
      <span className={classNames((item.isPaid || isGone) && 'line-through faint')}>{item.name}</span>
      <Money cents={centsOf(item.total)} />
      <small className="column-2 soft">
        {[
          guestText(tab, item),
          ...(item.isPaid ? [say`paid`] : item.paidQuantity > 0 ? [beingPaidText(item)] : []),
        ].join(', ')}
      </small>
    </li>
  );
}

/** Some of it may be on the open page of another phone. */
const beingPaidText = ({ quantity, paidQuantity }: TableLine) =>
  paidQuantity >= quantity ? say`being paid` : say`${paidQuantity} paid or being paid`;
