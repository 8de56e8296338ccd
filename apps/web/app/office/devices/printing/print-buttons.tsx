import { ChefHat, Printer } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { receiptPressed, ticketPressed, type PrintableOrder } from './jobs.ts';
import { texts } from './texts.ts';

/** What can be printed of an order; at the till the cash drawer opens with a cash receipt. */
export function PrintButtons({ order, opensDrawer = false }: { order: PrintableOrder; opensDrawer?: boolean }) {
  return (
    <>
      <Button look="quiet" onClick={() => void receiptPressed(order, opensDrawer)}>
        <Printer aria-hidden="true" />
        {texts.print}
      </Button>
      <Button look="quiet" onClick={() => void ticketPressed(order)}>
        <ChefHat aria-hidden="true" />
        {texts.kitchenTicket}
      </Button>
    </>
  );
}
