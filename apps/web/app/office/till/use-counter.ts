import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { addCents, say, type Cents } from '@tiffin/domain/core';
import { phoneLookupStep, phoneText } from '@tiffin/domain/people';
import { guestByPhone, personByPhone } from '../../shared/api/person-by-phone.ts';
import { EVERYTHING } from './menu-panel.tsx';
import {
  emptyTill,
  nameOnOrder,
  type TillLocation,
  type Till,
  withLookupResult,
  withoutPhone,
  withRegularGuest,
  type KnownCustomer,
} from './till.ts';
import { useTillKeys } from './use-keys.ts';
import { usePayment, type LastOrderOutcome, type OnTaking } from './use-payment.ts';
import { useRegularGuest } from './regular-guest.tsx';
import { useTicket } from './use-ticket.ts';
import {
  changedTarget,
  isRoundOf,
  isSameTab,
  targetInHash,
  targetOf,
  useTab,
  useTableAllergies,
  useTabs,
} from '../../shared/tabs/tabs.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import { useHash } from '../../shared/page/hash.ts';
import { toast } from '../../ui/toasts.ts';
import type { StoredTill } from './use-till.ts';
import { isStarted, type Step } from './stored-order.ts';
import { runAndReport } from './run-and-report.ts';

export type CounterState = ReturnType<typeof useCounter>;

export function useCounter(storedTill: StoredTill, place: TillLocation, onTaking: OnTaking) {
  const { till, setTill, step, setStep } = storedTill;
  const [isRestored, setRestored] = useState(storedTill.isFromBefore);
  const [last, setLast] = useState<LastOrderOutcome | null>(null);
  const [view, setView] = useState(EVERYTHING);
  const [openDialog, setOpenDialog] = useState<'open-item' | 'discount' | 'tenders' | 'tables' | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const phoneRef = useRef<HTMLInputElement>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const tipsRef = useRef<HTMLFieldSetElement>(null);
  const typePhone = useLookup(till, setTill);
  const tabs = useTabs(place.id, till.tab !== null).data?.tabs ?? [];
  const ofTable = useTableAllergies(tabs, till.tab);
  const ticket = useTicket(till, place, ofTable, change);
  const regular = useRegularGuest(till, place);
  // In memory only. More off than the manager approved is asked again.
  const [approval, setApproval] = useState<{ headers: Record<string, string>; off: Cents } | null>(null);
  const headers =
    approval && addCents(...ticket.taken.map(({ off }) => off)) <= approval.off ? approval.headers : undefined;
  const tab = useTab(till.tab?.billId ?? null).data ?? null;
  const rounds = tab?.tab.rounds ?? [];
  // A round that waited may have opened the tab.
  useQueueDone(({ change: sent, answer }) => {
    const isHere = sent.call === 'addRound' && till.tab !== null && isRoundOf(sent.body, till.tab);
    if (!isHere || !till.tab || !('order' in answer && 'tab' in answer)) return false;
    const target = targetOf(answer.tab, till.tab.guests);
    setTill((before) => ({ ...before, tab: target }));
    if (last?.kind === 'round') setLast({ kind: 'round', tab: target, sent: { queued: false, answer } });
    return false;
  });
  const moved = till.tab && changedTarget(tabs, till.tab);
  const isMoved = moved !== null;
  const follow = useEffectEvent(() => setTill((before) => ({ ...before, tab: moved })));
  useEffect(() => {
    if (isMoved) follow();
  }, [isMoved]);
  const payment = usePayment({ storedTill, place, ticket, rounds, headers, onTaking, onDone: startNext });

  function change(next: (before: Till) => Till) {
    payment.takeBack();
    setRestored(false);
    setLast(null);
    setTill(next);
  }

  function startNext(after: LastOrderOutcome | null) {
    setRestored(false);
    // On a phone, the ticket says what happened to a round that was sent from the menu.
    if (step === 'details' || after?.kind === 'round') setStep('ticket');
    // The table stays: more is ordered there, or it pays.
    const stays = after?.kind === 'round' ? after.tab : after?.kind === 'cleared' ? after.till.tab : null;
    setTill(() => ({ ...emptyTill(place.id), tab: stays }));
    setView(({ onlyAvailable }) => ({ ...EVERYTHING, onlyAvailable }));
    setLast(after);
    setApproval(null);
  }

  function clear() {
    payment.takeBack();
    payment.forgetProblems();
    startNext({ kind: 'cleared', till });
  }

  const patch = (fields: Partial<Till>) => change((before) => ({ ...before, ...fields }));

  // “Add dishes” at a table opens the till with it.
  const hash = useHash('');
  const openTab = useEffectEvent((from: string) => {
    const target = targetInHash(from);
    if (!target) return;
    history.replaceState(history.state, '', '#create-order');
    const isSame = till.tab && isSameTab(till.tab, target.tab) && till.locationId === target.locationId;
    if (!isSame && isStarted(till))
      toast.info(say`The order that you had begun was set aside`, {
        duration: 10_000,
        action: { label: say`Bring it back`, onClick: () => setTill(() => till) },
      });
    change((before) => ({ ...(isSame ? before : emptyTill(target.locationId)), ...target }));
    setStep('menu');
  });
  useEffect(() => openTab(hash), [hash]);

  /** A key must not close a payment link that the guest may be paying. */
  function whileChoosing(choose: () => void) {
    if (payment.link === null && !payment.busy && !payment.isFree) choose();
  }

  function repeatLastOrder() {
    if (regular) ticket.repeat(regular.lastOrder.items);
  }

  /** Where not all of the till is in view, a field must be shown before it can be focused. */
  function show(part: Step, focus: () => void) {
    flushSync(() => setStep(part));
    focus();
  }

  // Runs after the dialog has restored the focus, because the next order begins with a dish.
  useEffect(() => {
    if (last) searchRef.current?.focus({ preventScroll: true });
  }, [last]);

  useTillKeys({
    search: () => show('menu', () => searchRef.current?.select()),
    phone: () => show('details', () => phoneRef.current?.focus()),
    tip: () => tipsRef.current?.querySelector<HTMLInputElement>('input:checked')?.focus(),
    ...ticket.keys,
    same: repeatLastOrder,
    cash: () => whileChoosing(() => patch({ payment: 'cash' })),
    terminal: () => whileChoosing(() => patch({ payment: 'terminal' })),
    debit: () => whileChoosing(() => patch({ payment: 'debit' })),
    link: () => whileChoosing(() => payment.takesCards && patch({ payment: 'link' })),
    moreTenders: () => whileChoosing(() => setOpenDialog('tenders')),
    place: () => {
      if (ticket.cart.length > 0 && nameOnOrder(till, place) === '') show('details', () => nameRef.current?.focus());
      else payment.submit();
    },
  });

  return {
    place,
    till,
    setTill,
    step,
    setStep,
    ticket,
    payment,
    /** The open tab that the order is a round of; null until it is loaded. */
    tab,
    regular,
    repeatLastOrder,
    change,
    patch,
    clear,
    setApproval,
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
    /** On a phone, the tables take the place of the menu. */
    openTables() {
      setStep('menu');
      setOpenDialog('tables');
    },
    searchRef,
    phoneRef,
    nameRef,
    tipsRef,
  };
}

/** Sets the phone number. A full number looks up the customer and fills in their details if the match is sure. */
function useLookup({ lookup, phone: typedPhone, locationId }: Till, change: (change: (till: Till) => Till) => void) {
  const client = useQueryClient();
  const request = useRef(0);

  async function fillIn(search: string, mine: number) {
    const earlierOrders = findGuest(client, search, locationId);
    const found = await find(client, search);
    if (mine !== request.current) return;
    change((till) => withLookupResult(till, found));
    // After the accounts, because their name takes precedence.
    const guest = await earlierOrders;
    if (mine === request.current) change((till) => withRegularGuest(till, guest));
  }

  function typePhone(typed: string) {
    const phone = phoneText(typed);
    const { search } = phoneLookupStep(phone);
    const mine = ++request.current;
    change((till) => ({ ...withoutPhone(till), phone, lookup: search === null ? 'idle' : 'searching' }));
    if (search === null) return;
    void fillIn(search, mine);
  }

  // Repeats a lookup that was interrupted when the page or the component was unmounted.
  const lookAgain = useEffectEvent(() => {
    if (lookup === 'searching') typePhone(typedPhone);
  });
  useEffect(() => lookAgain(), []);

  return typePhone;
}

/** A failed lookup must not delay the order. */
async function find(client: QueryClient, phone: string): Promise<readonly KnownCustomer[]> {
  const found = await runAndReport('looking for a regular', () => client.fetchQuery(personByPhone(phone)));
  return found.success ? found.data.people : [];
}

async function findGuest(client: QueryClient, phone: string, locationId: string) {
  const found = await runAndReport('looking for earlier orders', () =>
    client.fetchQuery(guestByPhone(phone, locationId)),
  );
  return found.success ? found.data.guest : null;
}
