import { answerTableCall, callWaiter, takeBackCall } from '../modules/floor/table-calls.ts';
import { tableCodesPdf } from '../modules/floor/table-codes-pdf.ts';
import {
  findPartyByCode,
  joinParty,
  requireTableGuest,
  showTable,
  tokenOfGuest,
} from '../modules/floor/table-guests.ts';
import { addTableRound, readTableTerms } from '../modules/ordering/table/add-table-round.ts';
import { answerTableRound, readAnswerTerms } from '../modules/ordering/table/answer-table-round.ts';
import { payAtTable } from '../modules/ordering/table/pay-at-table.ts';
import { showTableTab } from '../modules/ordering/table/table-tab.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';

/** Guests who order and pay at their table by phone. */
export const tableRoutes: readonly ImplementedCall[] = [
  implement('getTable', ({ context, query }) => showTable(context, query.tableId)),
  implement('joinTable', async ({ context, from, onceWith, body }) => {
    const joined = await onceWith(
      () => findPartyByCode(context, from, body),
      (tx, sittingId) => joinParty(context, tx, sittingId, body.name ?? ''),
    );
    return { ...joined, token: tokenOfGuest(context, joined.guestId) };
  }),
  implement('getTableTab', ({ context, query }) => showTableTab(context, query.token)),
  implement('addTableRound', ({ context, from, onceWith, body }) =>
    onceWith(
      () => readTableTerms(context, body),
      (tx, terms) => addTableRound(context, tx, from, terms, body),
    ),
  ),
  implement('payAtTable', ({ context, body, ...request }) => payAtTable(context, request, body)),
  implementChange('callWaiter', async (context, tx, _by, { token, about }) =>
    callWaiter(context, tx, await requireTableGuest(context, tx, token), about),
  ),
  implementChange('takeBackCall', async (context, tx, _by, { token, about }) =>
    takeBackCall(context, tx, await requireTableGuest(context, tx, token), about),
  ),
  implementChange('answerTableCall', answerTableCall),
  implement('answerTableRound', ({ context, actor, from, onceWith, body }) =>
    onceWith(
      () => readAnswerTerms(context, actor, body),
      (tx, terms) => answerTableRound(context, tx, { actor, from }, terms, body),
    ),
  ),
  implement('getTableCodes', async ({ context, actor, query, c }) => {
    const pdf = await tableCodesPdf(context, actor, query.locationId);
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="tables.pdf"',
      'cache-control': 'private, no-store',
    });
  }),
];
