import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { addCents, say, type Cents } from '@tiffin/domain/core';
import { phoneLookupStep, phoneText } from '@tiffin/domain/people';
import { guestByPhone, personByPhone } from '../../shared/api/person-by-phone.ts';
import { WHOLE_MENU } from './menu-panel.tsx';
import {
  emptyTill,
  type ChangeTill,
  nameOnOrder,
  type TillLocation,
  type Till,
  withLookupResult,
  withoutPhone,
  withRegularGuest,
  type KnownCustomer,
} from './till.ts';
import { FLOOR_HASH, hideSentToast, returnToFloor } from './round-sent.ts';
import { useTillKeys } from './use-keys.ts';
import { usePayment, type LastOrderOutcome, type PaymentTools } from './use-payment.ts';
import { useRegularGuest } from './regular-guest.tsx';
import { useTypedOrder } from './use-typed-order.ts';
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

/** The state of the till: the order being typed, its payment, and the outcome of the last order. */
export function useCounter(storedTill: StoredTill, location: TillLocation, tools: PaymentTools) {
  const { till, setTill, step, setStep } = storedTill;
  const [isRestored, setRestored] = useState(storedTill.isFromBefore);
  const [last, setLast] = useState<LastOrderOutcome | null>(null);
  const [view, setView] = useState(WHOLE_MENU);
  const [openDialog, setOpenDialog] = useState<'open-item' | 'discount' | 'tenders' | 'tables' | 'allergies' | null>(
    null,
  );
  const searchRef = useRef<HTMLInputElement>(null);
  const phoneRef = useRef<HTMLInputElement>(null);
  const nameRef = useRef<HTMLInputElement>(null);
  const tipsRef = useRef<HTMLFieldSetElement>(null);
  const typePhone = usePhoneLookup(till, setTill);
  const tabs = useTabs(location.id, till.tab !== null).data?.tabs ?? [];
  const allergiesOfTable = useTableAllergies(tabs, till.tab);
  const tab = useTab(till.tab?.billId ?? null).data ?? null;
  const typedOrder = useTypedOrder(till, location, allergiesOfTable, tab, change);
  const regularGuest = useRegularGuest(till, location);
  // A manager's approval of discounts up to `off`. It is not stored, so a reload asks for it again.
  const [approval, setApproval] = useState<{ headers: Record<string, string>; off: Cents } | null>(null);
  const headers =
    approval && addCents(...typedOrder.discounts.map(({ off }) => off)) <= approval.off ? approval.headers : undefined;
  const rounds = tab?.tab.rounds ?? [];
  useEffect(hideSentToast, []);
  // A round that waited for a connection was sent. It may have opened the tab, so the next rounds need its id.
  useQueueDone(({ change: sent, answer }) => {
    if (last?.kind === 'waiting' && last.sale.id === sent.id && 'order' in answer && 'message' in answer) {
      const { order } = answer;
      if (last.change === undefined) setLast({ kind: 'placed', order, tender: null });
      else setLast({ kind: 'paid-in-cash', order, change: last.change });
      return false;
    }
    const isOfThisTab = sent.call === 'addRound' && till.tab !== null && isRoundOf(sent.body, till.tab);
    if (!isOfThisTab || !till.tab || !('order' in answer && 'tab' in answer)) return false;
    const target = targetOf(answer.tab, till.tab.guests);
    setTill((before) => ({ ...before, tab: target }));
    if (last?.kind === 'round') setLast({ kind: 'round', tab: target, sent: { queued: false, answer } });
    return false;
  });
  const movedTab = till.tab && changedTarget(tabs, till.tab);
  const isMoved = movedTab !== null;
  const followTab = useEffectEvent(() => setTill((before) => ({ ...before, tab: movedTab })));
  useEffect(() => {
    if (isMoved) followTab();
  }, [isMoved]);
  const payment = usePayment({ storedTill, location, typedOrder, rounds, headers, ...tools, onDone: startNext });

  /** Changes the order. An open payment link is cancelled, because it is for the order as it was. */
  function change(next: (before: Till) => Till) {
    payment.discardAttempt();
    setRestored(false);
    setLast(null);
    setTill(next);
  }

  /** Empties the till for the next order, and shows the outcome of this one. */
  function startNext(outcome: LastOrderOutcome | null) {
    setRestored(false);
    // On a phone, the order says what happened to a round that was sent from the menu.
    if (step === 'details' || outcome?.kind === 'round') setStep('ticket');
    // The table stays after a round, because its guests order more or pay.
    const nextTab = outcome?.kind === 'round' ? outcome.tab : outcome?.kind === 'cleared' ? outcome.till.tab : null;
    setTill(() => ({ ...emptyTill(location.id), tab: nextTab }));
    setView(({ onlyAvailable }) => ({ ...WHOLE_MENU, onlyAvailable }));
    setLast(outcome);
    setApproval(null);
    if (outcome?.kind === 'round' && till.tab?.isFromFloor) returnToFloor(location.id, outcome);
  }

  function clear() {
    payment.discardAttempt();
    payment.forgetProblems();
    startNext({ kind: 'cleared', till });
  }

  const patch = (fields: Partial<Till>) => change((before) => ({ ...before, ...fields }));

  // The party paid and left, so its till has nothing more to do.
  const hasLeft = till.tab?.tableId != null && tab?.tab.tableId === null && typedOrder.cart.length === 0;
  const isOver = hasLeft && till.tab?.isFromFloor === true;
  useEffect(() => {
    if (isOver) window.location.hash = FLOOR_HASH;
  }, [isOver]);

  // “Add dishes” at a table opens the till with the table in the address.
  const addressHash = useHash('');
  const openTabIn = useEffectEvent((hash: string) => {
    const target = targetInHash(hash);
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
  useEffect(() => openTabIn(addressHash), [addressHash]);

  /** Changing the tender cancels an open payment link, so a key does not do it while the guest may be paying. */
  function ifTenderMayChange(choose: () => void) {
    if (payment.link === null && !payment.busy && !payment.isFree) choose();
  }

  function repeatLastOrder() {
    if (regularGuest) typedOrder.repeat(regularGuest.lastOrder.items);
  }

  /** Focuses a field. On a phone its step must be on the screen first. */
  function showAndFocus(part: Step, focus: () => void) {
    flushSync(() => setStep(part));
    focus();
  }

  // Runs after the dialog has restored the focus, because the next order begins with a dish.
  useEffect(() => {
    if (last) searchRef.current?.focus({ preventScroll: true });
  }, [last]);

  useTillKeys({
    search: () => showAndFocus('menu', () => searchRef.current?.select()),
    phone: () => showAndFocus('details', () => phoneRef.current?.focus()),
    tip: () => tipsRef.current?.querySelector<HTMLInputElement>('input:checked')?.focus(),
    ...typedOrder.keys,
    same: repeatLastOrder,
    cash: () => ifTenderMayChange(() => patch({ payment: 'cash' })),
    terminal: () => ifTenderMayChange(() => patch({ payment: 'terminal' })),
    debit: () => ifTenderMayChange(() => patch({ payment: 'debit' })),
    link: () => ifTenderMayChange(() => payment.takesCards && patch({ payment: 'link' })),
    moreTenders: () => ifTenderMayChange(() => setOpenDialog('tenders')),
    submit: () => {
      if (typedOrder.cart.length > 0 && nameOnOrder(till, location) === '')
        showAndFocus('details', () => nameRef.current?.focus());
      else payment.submit();
    },
  });

  return {
    location,
    till,
    setTill,
    step,
    setStep,
    typedOrder,
    payment,
    /** The open tab that the order is a round of; null until it is loaded. */
    tab,
    regularGuest,
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
function usePhoneLookup({ lookup, phone: typedPhone, locationId }: Till, change: ChangeTill) {
  const client = useQueryClient();
  const lastLookup = useRef(0);

  async function fillIn(search: string, lookupNumber: number) {
    const regularGuest = findRegularGuest(client, search, locationId);
    const customers = await findCustomers(client, search);
    if (lookupNumber !== lastLookup.current) return;
    change((till) => withLookupResult(till, customers));
    // Applied second, because the name of an account takes precedence over that of an earlier order.
    const guest = await regularGuest;
    if (lookupNumber === lastLookup.current) change((till) => withRegularGuest(till, guest));
  }

  function typePhone(typed: string) {
    const phone = phoneText(typed);
    const { search } = phoneLookupStep(phone);
    const lookupNumber = ++lastLookup.current;
    change((till) => ({ ...withoutPhone(till), phone, lookup: search === null ? 'idle' : 'searching' }));
    if (search === null) return;
    void fillIn(search, lookupNumber);
  }

  // Repeats a lookup that was interrupted when the page or the component was unmounted.
  const lookAgain = useEffectEvent(() => {
    if (lookup === 'searching') typePhone(typedPhone);
  });
  useEffect(() => lookAgain(), []);

  return typePhone;
}

/** A failed lookup must not delay the order. */
async function findCustomers(client: QueryClient, phone: string): Promise<readonly KnownCustomer[]> {
  const found = await runAndReport('looking for a regular', () => client.fetchQuery(personByPhone(phone)));
  return found.success ? found.data.people : [];
}

async function findRegularGuest(client: QueryClient, phone: string, locationId: string) {
  const found = await runAndReport('looking for earlier orders', () =>
    client.fetchQuery(guestByPhone(phone, locationId)),
  );
  return found.success ? found.data.guest : null;
}
