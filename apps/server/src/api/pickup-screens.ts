import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { showPickupOrders } from '../modules/kitchen/stations/show-pickup-orders.ts';
import { addPickupScreen, listPickupScreens, removePickupScreen } from '../modules/people/pickup-screens.ts';

export const pickupScreenRoutes: readonly ImplementedCall[] = [
  implement('getPickupScreens', async ({ context, actor, query }) => ({
    screens: await listPickupScreens(context, actor, query.locationId),
  })),

  implement('addPickupScreen', async ({ context, actor, from, body, once, c }) => {
    // The response that is stored for repeated requests must not contain the key.
    let newKey: string | null = null;
    const answer = await once(async (tx) => {
      const { screen, key } = await addPickupScreen(context, tx, { actor, from }, body);
      newKey = key;
      return { screen };
    });
    c.header('cache-control', 'no-store');
    return { ...answer, key: newKey };
  }),

  implement('removePickupScreen', ({ context, actor, from, body, once }) =>
    once(async (tx) => {
      await removePickupScreen(context, tx, { actor, from }, body.screenId);
      return { screenId: body.screenId };
    }),
  ),

  implement('getPickupOrders', ({ context, c }) => {
    const { screen } = c.var.info;
    return screen ? showPickupOrders(context, screen) : { screen: null };
  }),
];
