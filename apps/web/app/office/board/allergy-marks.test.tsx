import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ALLERGY_DECISIONS, portionsToCook } from '@tiffin/domain/order';
import { kitchenTicket } from '@tiffin/domain/printing';
import { TabItems } from '../../shared/tabs/tab-lines.tsx';
import { dalForOne } from '../../testing/samples.ts';
import { OrderComparison } from '../till/order-comparison.tsx';
import type { BoardOrder } from './board-orders.ts';
import { KitchenTicket } from '../kitchen/kitchen-ticket.tsx';
import { AllOrdersAlarm, OrderAlarm } from './new-order-alarm.tsx';
import { TicketItems } from './ticket-parts.tsx';

const [sample] = dalForOne.items;
const nothing = () => {};

/** Everything that shows the dishes of an order to staff. Board, order details and pass share what is listed. */
const PLACES: Readonly<Record<string, (order: BoardOrder) => ReactNode>> = {
  'board and order details': (order) => <TicketItems order={order} />,
  'alarm of one order': (order) => (
    <OrderAlarm waiting={[order]} onAccept={nothing} onSnooze={nothing} onShowAll={null} />
  ),
  'alarm of all orders': (order) => (
    <AllOrdersAlarm orders={[order]} withAllergy={[]} onAccept={nothing} onSnooze={nothing} onShowOne={nothing} />
  ),
  'kitchen and pass': (order) => (
    <KitchenTicket
      view={{ order, lines: order.items, changes: [], coveredFor: [], others: [], isOpen: true }}
      minutes={3}
      lateness="normal"
      label={null}
      category={null}
      stations={[]}
      isBusy={false}
      isAtPass={false}
      actions={{ onStrike: nothing, onConfirm: nothing, onSeen: nothing } as never}
    />
  ),
  'rounds at the till and on the floor': (order) => <TabItems items={order.items} order={order} />,
  'a change at the till': (order) => (
    <OrderComparison order={order} change={{ answer: null } as never}>
      {null}
    </OrderComparison>
  ),
};

function textOf(content: ReactNode): string {
  const page = createMemoryRouter([{ path: '*', element: content }]);
  const { baseElement } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={page} />
    </QueryClientProvider>,
  );
  return (baseElement.textContent ?? '').replaceAll(/\s+/g, ' ');
}

function printed(order: BoardOrder): string {
  const lines: string[] = [];
  const add = (text: string) => void lines.push(text);
  kitchenTicket(order)({
    line: add,
    row: add,
    rule: nothing,
    feed: nothing,
    openDrawer: nothing,
    cut: nothing,
    isWhole: () => true,
  });
  return lines.join(' ');
}

const NAMES = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'];
const check = fc.record({
  contains: fc.subarray(['peanuts', 'milk', 'tree-nuts']),
  at: fc.constantFrom(null, '2026-11-20T22:05:00.000Z'),
  decision: fc.constantFrom(undefined, ...ALLERGY_DECISIONS),
});
const orders = fc
  .tuple(fc.array(fc.option(check, { nil: undefined }), { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([checks, awaitsAllergyCheck]): BoardOrder => ({
    ...dalForOne,
    awaitsAllergyCheck,
    allergies: [{ code: 'peanuts' }, { code: 'milk' }, { code: 'tree-nuts' }],
    items: checks.map((of, at) => ({
      ...sample!,
      line: at + 1,
      name: NAMES[at] ?? '',
      ...(of && {
        allergyCheck: {
          allergies: [],
          contains: of.contains,
          by: of.at && 'Mia',
          at: of.at,
          ...(of.at && of.decision && { decision: of.decision }),
        },
      }),
    })),
  }));

/** The text between the name of a dish and the name of the next one. The alarm lists dishes with the allergen first. */
function beside(text: string, at: number): string {
  const start = text.indexOf(NAMES[at] ?? '');
  return text.slice(start, Math.min(...NAMES.map((name) => text.indexOf(name)).filter((other) => other > start)));
}

/** The rule, in words of its own: a dish that contains the allergen says so, whatever else is true. */
function expected({ allergyCheck: of }: BoardOrder['items'][number], awaits: boolean): string | null {
  if (!of) return null;
  const names = of.contains.map((code) => code.replace('-', ' ')).join(', ');
  const result = { without: 'Made without it', 'guest-agreed': 'The guest agreed', none: 'Confirmed' };
  const state = of.at ? result[of.decision ?? 'none'] : null;
  if (names !== '') return [`Contains ${names}`, state].filter(Boolean).join('. ');
  return state ?? (awaits ? 'Not confirmed' : null);
}

test.each(Object.keys(PLACES))('each dish has the mark of its allergy, and no other dish: %s', (place) => {
  fc.assert(
    fc.property(orders, (order) => {
      const text = textOf(PLACES[place]?.(order));
      const paper = printed(order);
      for (const [at, item] of order.items.entries()) {
        expect(portionsToCook(item)).toBe(1);
        const mark = expected(item, order.awaitsAllergyCheck);
        const here = beside(text, at);
        const onPaper = beside(paper, at);
        const isMarked = (of: string, words: string | undefined) =>
          words === undefined ? !/contains|confirmed/i.test(of) : of.includes(words);
        expect([here, isMarked(here, mark ?? undefined)]).toEqual([here, true]);
        expect([onPaper, isMarked(onPaper, mark?.toUpperCase())]).toEqual([onPaper, true]);
      }
      cleanup();
    }),
    { numRuns: 25 },
  );
});
