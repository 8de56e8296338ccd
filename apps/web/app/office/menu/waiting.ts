import type { Answer } from '../../shared/api/api.ts';
import type { QueuedChange } from '../../shared/offline/changes.ts';

type Menu = Answer<'getLocationMenuAdmin'>;

/** The menu as it will be once what waits for the connection has been sent. */
export function withWaiting(menu: Menu, waiting: readonly QueuedChange[]): Menu {
  return waiting.reduce((items, change) => (change.isStuck ? items : afterChange(items, change)), menu);
}

function afterChange(menu: Menu, change: QueuedChange): Menu {
  const { items } = menu;
  switch (change.call) {
    case 'setMenuAvailability': {
      const { locationId, itemIds, isAvailable } = change.body;
      if (locationId !== menu.locationId) return menu;
      return { ...menu, items: items.map((item) => (itemIds.includes(item.id) ? { ...item, isAvailable } : item)) };
    }
    case 'updateMenuItem': {
      const { locationId, itemId, updates } = change.body;
      if (locationId !== menu.locationId) return menu;
      return { ...menu, items: items.map((item) => (item.id === itemId ? edited(item, updates) : item)) };
    }
    case 'deleteMenuItem': {
      const { locationId, itemId } = change.body;
      if (locationId !== menu.locationId) return menu;
      return { ...menu, items: items.filter((item) => item.id !== itemId) };
    }
    default:
      return menu;
  }
}

type Updates = Extract<QueuedChange, { call: 'updateMenuItem' }>['body']['updates'];

/** What was typed is what the list shows; the rest of the dish is as the server knows it. */
function edited(item: Menu['items'][number], updates: Updates): Menu['items'][number] {
  const said = Object.entries(updates).filter(([, value]) => value !== undefined);
  return { ...item, ...Object.fromEntries(said) };
}
