import { say } from '@tiffin/domain/core';
import { chosenDrawer } from '../api/till-headers.ts';
import { useDrawers, type Drawer, type DrawerList } from './drawer-data.ts';

/**
 * Says before cash is taken that the day or the drawer of this device is closed, and where the cash goes then. Nothing
 * while the drawers are not known: a payment does not wait for it.
 */
export function CashPlace({ locationId }: { locationId: string }) {
  const { data } = useDrawers(locationId);
  if (!data) return null;
  return [dayText(data), drawerText(data.drawers)].map((words) => words && <p key={words}>{words}</p>);
}

function dayText({ closedDay }: DrawerList): string | null {
  return closedDay
    ? say`This day is closed, No. ${closedDay.number}. What you take now counts for tomorrow’s closing.`
    : null;
}

function drawerText(drawers: readonly Drawer[]): string | null {
  const tills = drawers.filter(({ kind }) => kind === 'till');
  const own = tills.find(({ drawerId }) => drawerId === chosenDrawer());
  const openTills = tills.filter(({ shift }) => shift !== null);
  if (tills.length === 0 || own?.shift || (!own && openTills.length > 0)) return null;
  const [other] = openTills;
  if (!own || !other) return say`No drawer is open. Open one first, or this cash counts in no drawer.`;
  if (openTills.length > 1) return say`${own.name} is closed. This cash counts in another open drawer.`;
  return say`${own.name} is closed. This cash counts in ${other.name}.`;
}
