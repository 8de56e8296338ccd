import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { addCents, say } from '@tiffin/domain/core';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import {
  billForRounds,
  billsOf,
  nameOfTab,
  TAB_KEYS,
  useTabs,
  type Tab,
  type TabDetails,
} from '../../shared/tabs/tabs.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { Field } from '../../ui/field.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { linesOf, portionsOf } from '../payments/split-bill.tsx';

/** The tables of the plan, each party with the names of its tables, by name. */
function useTables(locationId: string) {
  const query = useQuery(apiQuery(['floor', locationId], 'getFloor', { query: { locationId } }));
  const tables = query.data?.tables ?? [];
  const byName = new Intl.Collator(undefined, { numeric: true }).compare;
  const isFirst = ({ tableId, sitting }: (typeof tables)[number]) => (sitting?.tableIds?.[0] ?? tableId) === tableId;
  return tables
    .filter(isFirst)
    .map(({ tableId, sitting, name }) => {
      const ids = sitting?.tableIds ?? [tableId];
      const names = tables.filter((table) => ids.includes(table.tableId)).map((table) => table.name);
      return { tableId, sitting, name: names.join('+') || name };
    })
    .toSorted((a, b) => byName(a.name, b.name));
}

/** Moves a tab without a table: its guests sit down at a free one, or join a party with a bill of their own. */
export function MoveTabMenu({ tab }: { tab: Tab }) {
  const online = useOnline();
  const tables = useTables(tab.locationId);
  const { billId } = tab;
  const move = useCall('moveTab', {
    failed: say`The tab was not moved`,
    doneText: ({ tab: moved }) => say`${moved.label || nameOfTab(tab)} is at table ${moved.tableName} now`,
    changes: TAB_KEYS,
  });
  if (tables.length === 0) return null;
  return (
    <ActionMenu
      trigger={
        <Button look="quiet" busy={move.isBusy} disabledReason={online ? null : say`Moving needs the internet.`}>
          {say`Move to a table…`}
        </Button>
      }
      items={tables.map(({ tableId, sitting, name }) => ({
        id: tableId,
        label: !sitting
          ? say`Table ${name}, free`
          : sitting.name
            ? say`Table ${name}, to ${sitting.name}`
            : say`Table ${name}, to its guests`,
        onSelect: () => void move.send(sitting ? { billId, sittingId: sitting.sittingId } : { billId, tableId }),
      }))}
    />
  );
}

/** Moves single dishes to another tab, or to a party that sits. */
export function MoveDishesButton({ details }: { details: TabDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  const online = useOnline();
  return (
    <>
      <Button
        look="quiet"
        disabledReason={online ? null : say`Moving needs the internet.`}
        onClick={() => setIsOpen(true)}
      >
        {say`Move dishes…`}
      </Button>
      {isOpen && <MoveDishes details={details} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MoveDishes({ details, onClose }: { details: TabDetails; onClose: () => void }) {
  const { tab } = details;
  const targets = useTargets(tab);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [targetId, setTargetId] = useState('');
  const move = useCall('moveLines', {
    doneText: ({ tab: moved }) => say`The dishes are on the bill of ${nameOfTab(moved)} now`,
    changes: TAB_KEYS,
    onDone: onClose,
  });
  const portions = portionsOf(details);
  const chosen = portions.filter(({ key }) => ticked.includes(key));
  const target = targets.find(({ id }) => id === targetId) ?? targets[0];
  const sum = addCents(...chosen.map(({ price }) => centsOf(price)));
  const whyNot = !target
    ? say`There is no other tab and no other party.`
    : chosen.length === 0
      ? say`Tick the dishes that move.`
      : null;
  return (
    <Dialog title={say`Move dishes of ${nameOfTab(tab)}`} onClose={onClose}>
      <form
        className="stack gap-14"
        onSubmit={(event) => {
          event.preventDefault();
          if (target && whyNot === null) void move.send({ billId: tab.billId, items: linesOf(chosen), ...target.body });
        }}
      >
        <fieldset className="stack gap-4">
          <legend className="sr-only">{say`Dishes`}</legend>
          {portions.map(({ key, name, price, seat }) => (
            <Checkbox
              key={key}
              label={`${name} ${formatMoney(centsOf(price))}`}
              hint={seat ? say`Seat ${seat}` : say`For all`}
              checked={ticked.includes(key)}
              onChange={(event) =>
                setTicked(event.target.checked ? [...ticked, key] : ticked.filter((each) => each !== key))
              }
            />
          ))}
        </fieldset>
        {target && (
          <Field label={say`Move to`}>
            <Select value={target.id} onValue={setTargetId}>
              <NamedOptions options={targets} />
            </Select>
          </Field>
        )}
        <p className="hint">{say`The kitchen makes nothing again. Allergies of both tables are checked for these dishes.`}</p>
        <ErrorBanner title={say`Nothing was moved`} error={move.error} />
        <Button type="submit" block busy={move.isBusy} disabledReason={whyNot}>
          {chosen.length === 0 ? say`Move` : say`Move ${formatMoney(sum)} before tax`}
        </Button>
        {whyNot !== null && <p className="hint text-center">{whyNot}</p>}
      </form>
    </Dialog>
  );
}

/** Where dishes of a tab can go: the tabs that take rounds, and parties without one. */
function useTargets(tab: Tab) {
  const tabs = useTabs(tab.locationId).data?.tabs ?? [];
  const tables = useTables(tab.locationId);
  const bills = tabs.filter(({ billId, takesRounds }) => billId !== tab.billId && takesRounds);
  const withoutBill = tables.flatMap(({ sitting, name }) =>
    sitting && !billForRounds(billsOf(tabs, { billId: null, sittingId: sitting.sittingId }))?.takesRounds
      ? [{ id: sitting.sittingId, name: say`Table ${name}`, body: { sittingId: sitting.sittingId } }]
      : [],
  );
  return [
    ...bills.map((bill) => ({ id: bill.billId, name: fullName(bill), body: { to: bill.billId } })),
    ...withoutBill.filter(({ id }) => id !== tab.sittingId),
  ];
}

/** The name of a bill beside other bills of the same table. */
const fullName = (tab: Tab) => (tab.isNamed && tab.tableName ? say`${nameOfTab(tab)}, ${tab.label}` : nameOfTab(tab));
