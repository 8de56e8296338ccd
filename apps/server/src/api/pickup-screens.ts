import { implement, implementChange, onceWithSecret, type ImplementedCall } from '../platform/http/implement.ts';
import { showPickupOrders } from '../modules/kitchen/stations/show-pickup-orders.ts';
import { addPickupScreen, listPickupScreens, removePickupScreen } from '../modules/people/pickup-screens.ts';

export const pickupScreenRoutes: readonly ImplementedCall[] = [
  implement('getPickupScreens', async ({ context, actor, query }) => ({
    screens: await listPickupScreens(context, actor, query.locationId),
  })),

  implement('addPickupScreen', ({ context, actor, from, body, once }) =>
    onceWithSecret(once, 'key', (tx) => addPickupScreen(context, tx, { actor, from }, body)),
  ),

  implementChange('removePickupScreen', async (context, tx, by, body) => {
    await removePickupScreen(context, tx, by, body.screenId);
    return { screenId: body.screenId };
  }),

  implement('getPickupOrders', ({ context, c }) => {
    const { screen } = c.var.info;
    return screen ? showPickupOrders(context, screen) : { screen: null };
  }),
];
