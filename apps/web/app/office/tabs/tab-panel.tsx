import { useState } from 'react';
import { ChevronDown, Plus } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { allergyTexts } from '@tiffin/domain/order';
import { courseName } from '@tiffin/domain/tabs';
import { officePaths } from '../../office-paths.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { AllergyBand } from '../../shared/allergies/allergy-band.tsx';
import { Loaded } from '../../shared/page/loaded.tsx';
import { TabItems } from '../../shared/tabs/tab-lines.tsx';
import {
  nameOfTab,
  roundHash,
  roundsOnBill,
  TAB_KEYS,
  useTab,
  useTableAllergies,
  useTabs,
  useWaitingItems,
  type Tab,
  type TabDetails,
  type TabTarget,
} from '../../shared/tabs/tabs.ts';
import { phoneNameText } from '../../shared/tabs/phone-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { BillCharges } from '../payments/bill-charges.tsx';
import { PayBill } from '../payments/pay-bill.tsx';
import { DiscountsOfTab } from '../payments/tab-discount.tsx';
import { MoveDishesButton, MoveTabMenu } from './move-tab.tsx';
import { FireButtons, TabTools } from './tab-tools.tsx';
import { VoidableItems } from './void-dialog.tsx';
import { WalkOut } from './walk-out.tsx';
import styles from './tab-panel.module.css';

type TabRound = TabDetails['orders'][number];

interface TabPanelProps {
  locationId: string;
  /** The party's bills, oldest first; none before the first round. */
  tabs: readonly Tab[];
  /** Where more dishes go. */
  target: TabTarget;
}

/** The bills of a table or a named tab, with their rounds and everything that is done with them. */
export function TabPanel({ locationId, tabs, target }: TabPanelProps) {
  const waiting = useWaitingItems(target);
  const allergies = useTableAllergies(tabs, target);
  return (
    <section className="column gap-12" aria-label={say`Bill of ${target.name}`}>
      {allergies.length > 0 && <AllergyBand text={allergyTexts(allergies)} />}
      {tabs.map((tab) => (
        <TabBill key={tab.billId} tab={tab} hasOthers={tabs.length > 1} locationId={locationId} />
      ))}
      {waiting.length > 0 && (
        <section className={styles.round} aria-label={say`Will be sent`}>
          <Badge tone="warn">{say`Will be sent`}</Badge>
          <TabItems items={waiting} />
        </section>
      )}
      <LinkButton size="lg" look={areAllPaid(tabs) ? 'line' : 'solid'} block href={roundHash(locationId, target)}>
        <Plus /> {say`Add dishes`}
      </LinkButton>
    </section>
  );
}

/** True if something was paid and nothing is due. */
export const areAllPaid = (tabs: readonly Tab[]) =>
  tabs.some(({ paid }) => paid > 0) && tabs.every(({ due }) => due === 0);

interface TabBillProps {
  /** As the list has it. */
  tab: Tab;
  /** The party has several bills, so each says whose it is. */
  hasOthers: boolean;
  locationId: string;
}

function TabBill({ tab: listed, hasOthers, locationId }: TabBillProps) {
  const { billId } = listed;
  const query = useTab(billId);
  const online = useOnline();
  const close = useCall('closeTab', { failed: say`The tab was not closed`, changes: TAB_KEYS });
  return (
    <Loaded
      query={query}
      failed={say`The bill could not be loaded`}
      level={3}
      without={!online && <ListedBill tab={listed} />}
    >
      {(details) => {
        const { tab, bill } = details;
        const rounds = roundsOnBill(details);
        return (
          <div className="stack gap-8">
            {hasOthers && tab.isNamed && <h3 className="text-md">{tab.label}</h3>}
            {rounds.map((round) => (
              <Round key={round.id} round={round} sender={details.senders?.[round.orderId]} />
            ))}
            <FireButtons tab={tab} />
            <DiscountsOfTab bill={bill} />
            <BillCharges bill={bill} />
            <p className={`row between gap-12 ${styles.total}`}>
              <span>
                <b className="block">{bill.due === 0 && bill.paid > 0 ? say`Paid` : say`Total`}</b>
                {bill.paid > 0 && bill.due > 0 && (
                  <small className="soft" role="status">
                    {say`Bill ${formatMoney(centsOf(bill.total))}, paid ${formatMoney(centsOf(bill.paid))}, open ${formatMoney(centsOf(bill.due))}`}
                  </small>
                )}
              </span>
              <Money className={styles.sum ?? ''} cents={centsOf(bill.due > 0 ? bill.due : bill.total)} />
            </p>
            <div className="flex flex-wrap gap-8">
              <TabTools details={details} />
              {tab.state === 'open' && tab.tableId === null && <MoveTabMenu tab={tab} />}
              {tab.takesRounds && rounds.length > 0 && <MoveDishesButton details={details} />}
              {tab.state === 'open' && bill.paid === 0 && <MergeMenu tab={tab} locationId={locationId} />}
              <WalkOut details={details} />
              {tab.state === 'open' && rounds.length === 0 && (
                <Button look="quiet" busy={close.isBusy} onClick={() => void close.send({ billId })}>
                  {say`Close the tab`}
                </Button>
              )}
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

/** A bill whose dishes are not on this device: without a connection, cash can be taken for what the list says is due. */
function ListedBill({ tab }: { tab: Tab }) {
  const [isPaying, setIsPaying] = useState(false);
  return (
    <div className="stack gap-8">
      <p className={`row between gap-12 ${styles.total}`}>
        <b>{tab.due === 0 && tab.paid > 0 ? say`Paid` : say`Total`}</b>
        <Money className={styles.sum ?? ''} cents={centsOf(tab.due > 0 ? tab.due : tab.total)} />
      </p>
      <p className="hint">{say`Its dishes are shown when you are connected again.`}</p>
      {tab.due > 0 && <Button look="line" size="lg" onClick={() => setIsPaying(true)}>{say`Take cash`}</Button>}
      {isPaying && (
        <PayBill
          billId={tab.billId}
          title={say`Pay ${nameOfTab(tab)}`}
          knownBill={billOfTab(tab)}
          onClose={() => setIsPaying(false)}
          onPaid={() => {}}
        />
      )}
    </div>
  );
}

/** What the list of tabs says about a bill. */
function billOfTab({ billId, locationId, rounds, total, paid, due, ...tab }: Tab): TabDetails['bill'] {
  const { label, tableName, sittingId, billOutAt, continues, mergedInto } = tab;
  return {
    billId,
    locationId,
    state: 'open',
    orderIds: rounds.map(({ orderId }) => orderId),
    subtotal: total,
    discount: 0,
    tax: 0,
    tip: 0,
    total,
    paid,
    held: 0,
    due,
    tab: { label, tableName, sittingId, billOutAt, continues, mergedInto },
    payments: [],
    refunds: [],
    given: [],
  };
}

function roundStateText({ heldAt, status, orderTime }: TabRound, now: Date): string {
  if (heldAt) return say`Held`;
  if (status === 'completed') return say`Served`;
  if (status === 'ready') return say`On the pass`;
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(orderTime)) / 60_000));
  return say`Kitchen, ${minutes} min`;
}

/** A round; served ones are folded. */
function Round({ round, sender }: { round: TabRound; sender: string | undefined }) {
  const now = useServerNow(30_000);
  const { course, orderTime, locationInfo, pricing, status, heldAt, orderId } = round;
  const name = course ? courseName(course) : say`Sent ${formatTime(orderTime, 'time', locationInfo.timeZone)}`;
  return (
    <details className={styles.round} open={status !== 'completed'}>
      <summary className="row touch-height gap-8 pointer icon-18">
        <b className="grow">{sender ? `${name}, ${phoneNameText(sender)}` : name}</b>
        <Badge tone={status === 'ready' ? 'plum' : heldAt ? 'warn' : 'neutral'}>{roundStateText(round, now)}</Badge>
        <Money className="weight-600" cents={centsOf(pricing.subtotal)} />
        <ChevronDown />
      </summary>
      <VoidableItems round={round} />
      <Link className="row touch-height text-sm" href={officePaths.order(orderId)}>
        {say`Change or void`}
      </Link>
    </details>
  );
}

/** Moves the rounds to another tab, when two parties pay together or a guest of the bar gets a table. */
function MergeMenu({ tab, locationId }: { tab: Tab; locationId: string }) {
  const [into, setInto] = useState<Tab | null>(null);
  const tabs = useTabs(locationId).data?.tabs ?? [];
  const others = tabs.filter(({ billId, takesRounds }) => billId !== tab.billId && takesRounds);
  const merge = useCall('mergeTabs', {
    failed: say`The tabs were not merged`,
    doneText: (answer) => say`Everything is on the bill of ${nameOfTab(answer.tab)} now`,
    changes: TAB_KEYS,
  });
  if (others.length === 0) return null;
  return (
    <>
      <ActionMenu
        trigger={<Button look="quiet">{say`Merge…`}</Button>}
        items={others.map((each) => ({ id: each.billId, label: nameOfTab(each), onSelect: () => setInto(each) }))}
      />
      {into && (
        <ConfirmDialog
          title={say`Move all dishes of ${nameOfTab(tab)} to ${nameOfTab(into)}?`}
          description={say`The kitchen gets nothing again. The bill of ${nameOfTab(tab)} closes.`}
          confirmLabel={say`Merge`}
          onConfirm={async () => {
            await merge.send({ from: tab.billId, to: into.billId });
            setInto(null);
          }}
          onCancel={() => setInto(null)}
        />
      )}
    </>
  );
}
