import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { BellRing } from 'lucide-react';
import { cartQuantity } from '@tiffin/domain/cart';
import { centsOf, say } from '@tiffin/domain/core';
import type { TableCall } from '@tiffin/domain/tabs';
import plate from '../../assets/dishes/plate.svg';
import { paths } from '../../paths.ts';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { placeOf, useCart } from '../../shared/cart/carts.ts';
import { stateOrderAllergies } from '../../shared/cart/stated-allergies.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { phoneNameText } from '../../shared/tabs/phone-names.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useRevalidate } from '../../shared/live/revalidate.ts';
import { useRunAt } from '../../shared/live/use-moment.ts';
import { latePart } from '../../shared/offline/late-part.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner, BannerButton } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, StateArt } from '../../ui/empty-state.tsx';
import { formatMoney, formatTime } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { MenuPage } from '../menu/menu-page.tsx';
import { isStoring, paidTable, setTableAccess, type TableAccess } from './table-access.ts';
import { TableHead, type TablePageProps } from './table-head.tsx';
import { guestOf, useTableTab, type TableTab } from './use-table-tab.ts';
import styles from './table.module.css';

const loadRound = () => import('./round.tsx');
const RoundDock = latePart(async () => (await loadRound()).RoundDock);
const MenuChanges = latePart(async () => (await loadRound()).MenuChanges);
const RoundPanel = latePart(async () => (await loadRound()).RoundPanel);
const Bill = latePart(async () => (await import('./bill.tsx')).Bill);

/** The page of a phone that ordered with the code: the menu, its round, and the bill of the party. */
export function TableParty({ table, location, menu, access }: TablePageProps & { access: TableAccess }) {
  const { tableId, timeZone } = location;
  const { tab, error, again, isOver } = useTableTab(access.token, menu);
  const reloadMenu = useRevalidate(CACHE_LIFETIMES.menu);
  useLiveEvents(['menu.changed', 'location.changed', 'reset'], (event) => {
    if (event.type !== 'menu.changed' || event.locationId === location.id) reloadMenu();
  });
  useRunAt(menu.changesAt, reloadMenu);
  const online = useOnline();
  const place = placeOf(location);
  const count = cartQuantity(useCart(place));
  const view = useSearchParams()[0].get('view') ?? 'menu';
  const [isStored] = useState(isStoring);
  // The round's code is loaded with the first dish, and stays for the news of the last one.
  const [hasChosen, setHasChosen] = useState(false);
  if (count > 0 && !hasChosen) setHasChosen(true);
  // Whoever cancelled the payment is here again.
  useEffect(() => paidTable.write(null), []);
  if (isOver) {
    const leave = () => {
      stateOrderAllergies(place, []);
      setTableAccess(tableId, null);
    };
    return (
      <>
        <TableHead name={table.tableName} location={location} />
        <EmptyState
          title={say`Your table is closed`}
          text={say`Thank you for coming. To order again, ask your waiter for the new code.`}
          picture={<StateArt src={plate} />}
        >
          <Button onClick={leave}>{say`Enter another code`}</Button>
        </EmptyState>
      </>
    );
  }
  const link = (name: 'menu' | 'round' | 'bill', text: string) => (
    <Link
      href={name === 'menu' ? paths.table(tableId) : paths.table(tableId, name)}
      aria-current={view === name ? 'page' : undefined}
      onClick={(event) => {
        if (view !== name) return;
        // Following it would load the page's data again and then jump to the top, under a finger that presses a dish.
        event.preventDefault();
        window.scrollTo({ top: 0 });
      }}
    >
      {text}
    </Link>
  );
  const sum = tab && formatMoney(centsOf(tab.due.due));
  const notes = (
    <div className={`stack gap-12 ${styles.notes}`}>
      {!online && (
        <Banner tone="offline" announce="status">
          {say`You are offline. Choosing works; sending and paying wait. Your waiter can take it, too.`}
        </Banner>
      )}
      {!isStored && (
        <Banner tone="warn">{say`This browser stores nothing. Keep this page open: closing it loses your order and your place at the table.`}</Banner>
      )}
      {error !== null && !tab && online && (
        <Banner
          tone="bad"
          title={say`Your table could not be loaded`}
          action={<BannerButton label={say`Try Again`} onClick={again} />}
        >
          {refusalText(error)}
        </Banner>
      )}
      <Suspense>{hasChosen && <MenuChanges location={location} menu={menu} />}</Suspense>
      {tab && <Called tab={tab} token={access.token} zone={timeZone} onChange={again} />}
      {tab && <LastRound tab={tab} zone={timeZone} />}
    </div>
  );
  return (
    <>
      <TableHead name={table.tableName} location={location}>
        {tab && <CallWaiter tab={tab} token={access.token} onChange={again} />}
        <ul className={`flex flex-wrap full-width text-sm gap-4-16 ${styles.guests}`} aria-label={say`At this table`}>
          {tab?.guests.map(({ guestId, name, isYou }) => (
            <li key={guestId} className="weight-550">
              {isYou ? say`${phoneNameText(name)} (you)` : phoneNameText(name)}
            </li>
          ))}
        </ul>
      </TableHead>
      <nav className={`flex text-sm ${styles.tabs}`} aria-label={say`Table`}>
        {link('menu', say`Menu`)}
        {link('round', count > 0 ? say`My order (${count})` : say`My order`)}
        {link('bill', sum === null ? say`Bill` : say`Bill ${sum}`)}
      </nav>
      {view === 'round' || view === 'bill' ? (
        <div className={styles.narrow}>
          {notes}
          <Suspense>
            {view === 'round' ? (
              <RoundPanel location={location} token={access.token} onSent={again} />
            ) : (
              tab && <Bill tableId={tableId} tab={tab} token={access.token} zone={timeZone} onChange={again} />
            )}
          </Suspense>
        </div>
      ) : (
        <div className={styles.menu}>
          <MenuPage
            location={location}
            menu={menu}
            favourites={null}
            head={notes}
            cart={
              <Suspense>{hasChosen && <RoundDock location={location} token={access.token} onSent={again} />}</Suspense>
            }
            onNear={() => void loadRound()}
          />
        </div>
      )}
    </>
  );
}

/** What became of the last round of this phone. */
function LastRound({ tab, zone }: { tab: TableTab; zone: string }) {
  const round = tab.rounds.findLast(({ guestId }) => guestId !== null && guestOf(tab, guestId)?.isYou);
  if (!round || round.state === 'sent') return null;
  const at = formatTime(round.at, 'time', zone);
  return round.state === 'refused' ? (
    <Banner tone="bad" announce="status" title={say`Your waiter could not take your order`}>
      <p>{round.why || say`Please ask your waiter.`}</p>
      {round.items.map(({ line, quantity, name }) => (
        <p key={line}>{`${quantity} × ${name}`}</p>
      ))}
    </Banner>
  ) : (
    <Banner announce="status" title={say`One moment: your waiter confirms your order.`}>
      {say`Sent at ${at}. You need not do anything.`}
    </Banner>
  );
}

const CALLS: Readonly<Record<TableCall, string>> = {
  waiter: say`Please come over`,
  bill: say`The bill, please`,
  water: say`Water, please`,
};

interface CallProps {
  tab: TableTab;
  token: string;
  onChange: () => void;
}

/** For what the party has called. All phones see it, so nobody calls twice. */
function Called({ tab, token, zone, onChange }: CallProps & { zone: string }) {
  const takeBack = useAction(callOf('takeBackCall'), { failed: say`The call was not taken back`, onDone: onChange });
  return tab.calls.map(({ about, at }) => (
    <Banner
      key={about}
      tone="ok"
      announce="status"
      icon={<BellRing />}
      title={say`Somebody is on the way.`}
      action={
        <BannerButton
          label={say`Never mind, thank you`}
          busy={takeBack.sending?.about === about}
          onClick={() => void takeBack.send({ token, about })}
        />
      }
    >
      {say`${CALLS[about]}: called at ${formatTime(at, 'time', zone)}`}
    </Banner>
  ));
}

function CallWaiter({ tab, token, onChange }: CallProps) {
  const [isOpen, setOpen] = useState(false);
  const online = useOnline();
  const call = useAction(callOf('callWaiter'), {
    failed: say`Your call did not arrive`,
    onDone() {
      setOpen(false);
      onChange();
    },
  });
  return (
    <>
      <Button look="on-brand" size="sm" onClick={() => setOpen(true)}>
        <BellRing /> {say`Call the waiter`}
      </Button>
      {isOpen && (
        <Dialog size="sm" title={say`Call the waiter`} onClose={() => setOpen(false)}>
          <div className="stack gap-8">
            {(Object.keys(CALLS) as TableCall[]).map((about) => (
              <Button
                key={about}
                look="quiet"
                block
                busy={call.sending?.about === about}
                disabledReason={
                  tab.calls.some((each) => each.about === about)
                    ? say`Somebody is on the way.`
                    : online
                      ? null
                      : say`You are offline`
                }
                onClick={() => void call.send({ token, about })}
              >
                {CALLS[about]}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
