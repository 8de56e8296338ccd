import { useEffect, useRef, useState } from 'react';
import { EVERYTHING } from './menu-panel.tsx';
import { emptyTill, type TillLocation, type Till } from './till.ts';
import { useTillKeys } from './use-keys.ts';
import { useLookup } from './use-lookup.ts';
import { usePayment, type LastOrderOutcome, type OnTaking } from './use-payment.ts';
import { useRegularGuest } from './regular-guest.tsx';
import { useTicket } from './use-ticket.ts';
import type { StoredTill } from './use-till.ts';

export type CounterState = ReturnType<typeof useCounter>;

/** The ticket and the payment of the order at the counter, and what the screen shows around them. */
export function useCounter(storedTill: StoredTill, place: TillLocation, onTaking: OnTaking) {
  const { till, setTill, step, setStep } = storedTill;
  const [isRestored, setRestored] = useState(storedTill.isFromBefore);
  const [last, setLast] = useState<LastOrderOutcome | null>(null);
  const [view, setView] = useState(EVERYTHING);
  const [openDialog, setOpenDialog] = useState<'open-item' | 'discount' | 'tenders' | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const phoneRef = useRef<HTMLInputElement>(null);
  const tipsRef = useRef<HTMLFieldSetElement>(null);
  const typePhone = useLookup(till, setTill);
  const ticket = useTicket(till, place, change);
  const regular = useRegularGuest(till, place);
  const payment = usePayment({ storedTill, place, ticket, onTaking, onDone: startNext });

  function change(next: (before: Till) => Till) {
    payment.takeBack();
    setRestored(false);
    setLast(null);
    setTill(next);
  }

  /** Starts the next order at the same location. */
  function startNext(after: LastOrderOutcome | null) {
    setRestored(false);
    setTill(() => emptyTill(place.id));
    setView(({ onlyAvailable }) => ({ ...EVERYTHING, onlyAvailable }));
    setLast(after);
  }

  function clear() {
    payment.takeBack();
    payment.forgetProblems();
    startNext({ kind: 'cleared', till });
  }

  const patch = (fields: Partial<Till>) => change((before) => ({ ...before, ...fields }));

  /** A key must not close a payment link that the guest may be paying. */
  function whileChoosing(choose: () => void) {
    if (payment.link === null && !payment.busy && !payment.isFree) choose();
  }

  function repeatLastOrder() {
    if (regular) ticket.repeat(regular.lastOrder.items);
  }

  // Runs after the dialog has restored the focus, because the next order begins with a dish.
  useEffect(() => {
    if (last) searchRef.current?.focus({ preventScroll: true });
  }, [last]);

  useTillKeys({
    search: () => searchRef.current?.select(),
    phone: () => phoneRef.current?.focus(),
    tip: () => tipsRef.current?.querySelector<HTMLInputElement>('input:checked')?.focus(),
    ...ticket.keys,
    same: repeatLastOrder,
    cash: () => whileChoosing(() => patch({ payment: 'cash' })),
    terminal: () => whileChoosing(() => patch({ payment: 'terminal' })),
    debit: () => whileChoosing(() => patch({ payment: 'debit' })),
    moreTenders: () => whileChoosing(() => setOpenDialog('tenders')),
    place: payment.submit,
  });

  return {
    place,
    till,
    setTill,
    step,
    setStep,
    ticket,
    payment,
    regular,
    repeatLastOrder,
    change,
    patch,
    clear,
    typePhone,
    /** The draft is from before a reload, and unchanged since. */
    isRestored,
    /** The outcome of the last order, until the next one begins. */
    last,
    setLast,
    view,
    setView,
    openDialog,
    setOpenDialog,
    searchRef,
    phoneRef,
    tipsRef,
  };
}
