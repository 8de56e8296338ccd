import { getFiscalStates, retryFiscalReceipts } from '@tiffin/contract/fiscal';
import { hurryWaitingBills, readFiscalState, readFiscalStates } from '../modules/fiscal/fiscal-states.ts';
import { signBillsOf } from '../modules/fiscal/sign-waiting-bills.ts';
import { connectedAdapters } from '../modules/locations/money-permission.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

/** Where a certified till is required, and the fiscal device. */
export const fiscalRoutes: readonly ImplementedCall[] = [
  implement(getFiscalStates, async ({ context, actor }) => ({
    locations: await readFiscalStates(context, actor),
    adapters: [...connectedAdapters(context)],
  })),

  implement(retryFiscalReceipts, async ({ context, actor, body }) => {
    await hurryWaitingBills(context, actor, body.locationId);
    await signBillsOf(context, body.locationId);
    return { location: await readFiscalState(context, body.locationId) };
  }),
];
