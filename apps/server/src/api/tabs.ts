import { printedCode } from '../modules/floor/table-guests.ts';
import { readSenders } from '../modules/floor/table-rounds.ts';
import { addRound, readRoundTerms } from '../modules/ordering/tabs/add-round.ts';
import { closeTab, markPrinted } from '../modules/ordering/tabs/close-tab.ts';
import { fireCourse, readFireTerms } from '../modules/ordering/tabs/fire-course.ts';
import { mergeTabs } from '../modules/ordering/tabs/merge-tabs.ts';
import { moveLines } from '../modules/ordering/tabs/move-lines.ts';
import { moveTab } from '../modules/ordering/tabs/move-tab.ts';
import { openTab } from '../modules/ordering/tabs/open-tab.ts';
import { splitBill } from '../modules/ordering/tabs/split-bill.ts';
import { stateAllergies } from '../modules/ordering/tabs/state-allergies.ts';
import { recordWalkOut } from '../modules/ordering/tabs/walk-out.ts';
import { listTableOrders } from '../modules/orders/table-orders.ts';
import { listTabs, readTab, tabAnswer } from '../modules/ordering/tabs/tabs.ts';
import { showBill } from '../modules/money/counter/bill-answer.ts';
import { withManagerApproval } from '../modules/people/manager-approval.ts';
import { orderAnswer } from '../modules/orders/order-answer.ts';
import { readBillReceipt } from '../modules/orders/read-receipt.ts';
import { readRounds } from '../modules/orders/rounds.ts';
import { retryOnOutdatedData, transaction } from '../platform/db/transaction.ts';
import { implement, implementChange, orStoredResponse, type ImplementedCall } from '../platform/http/implement.ts';

/** Bills that stay open and take several orders. */
export const tabRoutes: readonly ImplementedCall[] = [
  implement('getTabs', async ({ context, actor, query }) => ({
    tabs: await listTabs(context, actor, query.locationId),
    tableOrders: await listTableOrders(context, query.locationId),
  })),
  implement('getTab', async ({ context, actor, query }) => {
    const tab = await readTab(context.db, actor, query.billId);
    const now = context.clock.now();
    return {
      tab: tabAnswer(tab),
      bill: await showBill(context, actor, tab.id),
      orders: (await readRounds(context.db, tab.id)).map((row) => orderAnswer(row, now, context)),
      senders: await readSenders(context.db, tab.sitting_id),
    };
  }),
  implementChange('openTab', async (context, tx, by, body) => {
    const tab = tabAnswer(await openTab(context, tx, by, body));
    return { billId: tab.billId, tab };
  }),
  implement('addRound', ({ context, idempotency, body, ...by }) =>
    orStoredResponse(context, idempotency, () =>
      retryOnOutdatedData(async () => {
        const terms = await readRoundTerms(context, by.actor, body);
        return transaction(context.db, (tx) => addRound(context, tx, by, terms, { ...body, idempotency }));
      }),
    ),
  ),
  implementChange('stateAllergies', async (context, tx, by, body) => ({
    tab: tabAnswer(await stateAllergies(context, tx, by, body)),
  })),
  implement('fireCourse', ({ context, onceWith, body, ...by }) =>
    onceWith(
      () => readFireTerms(context, by, body.billId),
      (tx, terms) => fireCourse(context, tx, by, terms, body),
    ),
  ),
  implementChange('mergeTabs', async (context, tx, by, body) => {
    const tab = tabAnswer(await mergeTabs(context, tx, by, body));
    return { billId: tab.billId, tab };
  }),
  implementChange('moveTab', async (context, tx, by, body) => {
    const tab = tabAnswer(await moveTab(context, tx, by, body));
    return { billId: tab.billId, tab };
  }),
  implementChange('moveLines', async (context, tx, by, body) => {
    const { from, to } = await moveLines(context, tx, by, body);
    return { billId: to.id, tab: tabAnswer(to), from: tabAnswer(from) };
  }),
  implement('splitBill', async ({ context, once, body, ...by }) => {
    const { billId } = await once(async (tx) => ({ billId: (await splitBill(context, tx, by, body)).id }));
    const bill = await showBill(context, by.actor, billId);
    const whole = { billId, label: '', total: bill.total, paid: bill.paid, due: bill.due, lines: [] };
    return { bills: bill.parts ?? [whole], bill };
  }),
  implement('printBill', async ({ context, once, body, ...by }) => {
    const { tab } = await once(async (tx) => ({ tab: tabAnswer(await markPrinted(context, tx, by, body.billId)) }));
    return {
      tab,
      bill: await showBill(context, by.actor, tab.billId),
      receipt: await readBillReceipt(context, tab.billId),
      phoneCode: await printedCode(context, tab),
    };
  }),
  implement('recordWalkOut', async (request) => {
    const { context, actor, body, onceWith } = request;
    return onceWith(
      () => withManagerApproval(request),
      async (tx, from) => ({
        tabs: (await recordWalkOut(context, tx, { actor, from }, body.billId)).map(tabAnswer),
      }),
    );
  }),
  implementChange('closeTab', async (context, tx, by, body) => ({
    tab: tabAnswer(await closeTab(context, tx, by, body.billId)),
  })),
];
