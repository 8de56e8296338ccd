import { useRef, useState } from 'react';
import { chosenLineFields, EMPTY_CART, toOpenCartLine } from '@tiffin/domain/cart';
import { addMinutes, say } from '@tiffin/domain/core';
import {
  GUEST_NOTES,
  MAX_CHANGE_REASON_LENGTH,
  TEXT_LIMITS,
  allergyMark,
  allergyTexts,
  orderCode,
  isOrderChangeable,
  isOpenItem,
  lineName,
  lineTexts,
  type Allergy,
  windowOfAnswer,
} from '@tiffin/domain/order';
import { HOME_COUNTRY } from '@tiffin/domain/locations';
import { useAction } from '../../shared/api/use-action.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { ChangeSums } from '../../shared/order/change-sums.tsx';
import { money } from '../../shared/order/change-sums-texts.ts';
import { readAllergies } from '../../shared/cart/stated-allergies.ts';
import { ChangeLine } from '../../shared/order/other-choices.tsx';
import {
  addedKey,
  currentOrderIn,
  useOrderChange,
  type AddedDish,
  type OrderChange,
  type ChangeableOrder,
  type PlacedItem,
} from '../../shared/order/use-change.ts';
import { useRootData } from '../../shared/site/site.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { centsOf, formatMoney, formatTimeRange } from '../../ui/format.ts';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import { classNames } from '../../ui/class-names.ts';
import { ChangeDestination } from './change-destination.tsx';
import { OrderComparison } from './order-comparison.tsx';
import { MenuPanel, WHOLE_MENU } from './menu-panel.tsx';
import { DishChoiceDialog, type DishToChoose } from './dish-choice.tsx';
import { OpenItemDialog } from './open-item-dialog.tsx';
import { AllergiesBySeat } from './seat-allergies.tsx';
import styles from './till-dialogs.module.css';
import { hasSomethingToChoose, dishOf, canSell } from './till.ts';
import { useTillMenu } from './use-typed-order.ts';

/** By how many minutes the promised time can be moved. */
const TIME_SHIFT_MINUTES = [-15, -10, -5, 5, 10, 15, 30, 45, 60] as const;

interface ChangeToolProps {
  readonly order: ChangeableOrder;
  readonly onChanged: (order: ChangeableOrder) => void;
}

/** Opens the dialog that changes a placed order; absent once the order can no longer be changed. */
export function ChangeOrderButton({ order, onChanged }: ChangeToolProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOrderChangeable(order.status, 'staff')) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {say`Change order`}
      </Button>
      {isOpen && <ChangeOrder order={order} onClose={() => setIsOpen(false)} onChanged={onChanged} />}
    </>
  );
}

/** Sends only the changes, so they apply to the order as it is then, even if someone else edited it in the meantime. */
function ChangeOrder({ order, onClose, onChanged }: ChangeToolProps & { onClose: () => void }) {
  const change = useOrderChange(order);
  const { answer } = change;
  const { send, isBusy: busy } = useAction(change.save, {
    doneText: ({ message }) => message,
    onDone({ order: saved }) {
      onChanged(saved);
      onClose();
    },
    onFailed(error) {
      toast.error(refusalText(error));
      const current = currentOrderIn(error);
      if (current) onChanged(current);
      return true;
    },
  });

  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={say`Change order ${orderCode(order)}`}
      closeLabel={say`Close`}
      dismissable={!busy}
      unsaved={change.isRequestedNow}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {say`Close`}
          </Button>
          <Button busy={busy} disabled={!answer || change.lacksReason} onClick={() => void send(change.request)}>
            {saveText(order, answer)}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <details className="round-control quiet">
          <summary className={`row touch-height weight-600 pointer ${styles.addDish}`}>{say`Add a dish`}</summary>
          <AddDish locationId={order.location} at={change.wantedFor} onAdd={change.add} />
        </details>
        <OrderComparison order={order} change={change}>
          <ChangeDestination order={order} change={change} />
          <Lines order={order} change={change} />
        </OrderComparison>
        <ChangeSums change={change} toPay={(amount: number) => say`To collect: ${money(amount)}`} sellsSoldOut />
        <OrderFields order={order} change={change} />
      </div>
    </Dialog>
  );
}

/** The button carries the money that moves: to collect, to refund, or the difference of an order that is paid later. */
function saveText(order: ChangeableOrder, answer: OrderChange['answer']): string {
  if (!answer) return say`Save`;
  const { difference, change } = answer;
  if (change.back > 0) return say`Save and refund ${formatMoney(centsOf(change.back))}`;
  if (difference > 0 && order.due === 0) return say`Save and collect ${formatMoney(centsOf(change.due))}`;
  if (difference === 0) return say`Save`;
  const amount = formatMoney(centsOf(Math.abs(difference)));
  return difference > 0 ? say`Save, ${amount} more to pay` : say`Save, ${amount} less to pay`;
}

/** What each line adds or takes away, once the server has computed it. New lines follow those of the order. */
function lineDifferences(order: ChangeableOrder, { answer, added }: OrderChange) {
  const amounts = answer?.change.amounts ?? [];
  const isPlaced = (line: number) => order.items.some((item) => item.line === line);
  const amountsOfAdded = amounts.filter(({ line }) => !isPlaced(line)).toSorted((a, b) => a.line - b.line);
  return {
    ofPlaced: new Map(amounts.map(({ line, difference }) => [line, difference])),
    ofAdded: new Map(added.map((dish, index) => [addedKey(dish), amountsOfAdded[index]?.difference])),
  };
}

function Lines({ order, change }: { order: ChangeableOrder; change: OrderChange }) {
  const list = useRef<HTMLUListElement>(null);
  const { ofPlaced, ofAdded } = lineDifferences(order, change);
  return (
    <ul ref={list} tabIndex={-1} className="grid gap-12" aria-label={say`Order`}>
      {order.items.map((item) => (
        <PlacedLine key={item.line} order={order} item={item} change={change} difference={ofPlaced.get(item.line)} />
      ))}
      {change.added.map((dish) => (
        <AddedLine
          key={addedKey(dish)}
          dish={dish}
          difference={ofAdded.get(addedKey(dish))}
          onQuantity={(quantity) => {
            change.setAddedQuantity(dish, quantity);
            // The row disappears together with the focused button.
            if (quantity === 0) list.current?.focus();
          }}
        />
      ))}
    </ul>
  );
}

interface PlacedLineProps {
  order: ChangeableOrder;
  item: PlacedItem;
  change: OrderChange;
  difference: number | undefined;
}

/** A line of the order: its quantity and, until the kitchen has made it, its options. */
function PlacedLine({ order, item, change, difference }: PlacedLineProps) {
  const isMade = item.doneAt !== null;
  const country = useCountry(order);
  const quantity = change.quantityOf(item.line);
  const { note, allergies } = change.detailsOf(item);
  const isChanged =
    quantity !== item.quantity || note !== (item.note ?? '') || allergies.length !== (item.allergies?.length ?? 0);
  return (
    <li className={classNames('row between gap-16', isChanged && `round-control ${styles.changed}`)}>
      <span className="grow">
        <b>{item.name}</b>
        <small className="block soft">
          {[
            item.spiceLevelName,
            ...lineTexts(change.detailsOf(item)),
            formatMoney(centsOf(item.price)),
            allergies.length > 0 && say`Allergy: ${allergyTexts(allergies)}`,
            allergyMark(item, order)?.text,
            isMade && say`done`,
            quantity !== item.quantity && say`was ${item.quantity}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Difference dollars={difference} />
      {!isMade && !isOpenItem(item) && (
        <ChangeLine locationId={order.location} item={item} change={change} country={country} look="tiles" />
      )}
      <Stepper
        label={lineName(item)}
        value={quantity}
        min={isMade ? item.quantity : 0}
        onValue={(value) => change.setQuantity(item.line, value)}
      />
    </li>
  );
}

/** '+$4.00' or '−$4.00'; nothing if the line costs the same. */
function Difference({ dollars }: { dollars: number | undefined }) {
  if (!dollars) return null;
  const amount = formatMoney(centsOf(Math.abs(dollars)));
  return <b className="digits nowrap">{dollars > 0 ? `+${amount}` : `−${amount}`}</b>;
}

interface AddedLineProps {
  dish: AddedDish;
  difference: number | undefined;
  onQuantity: (quantity: number) => void;
}

function AddedLine({ dish, difference, onQuantity }: AddedLineProps) {
  return (
    <li className={`row between gap-16 round-control ${styles.changed}`}>
      <span className="grow">
        <b>{dish.name}</b>
        <small className="block soft">
          {[dish.spice?.name, ...dish.texts, dish.typed && formatMoney(dish.typed.price), say`new`]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Difference dollars={difference} />
      <Stepper label={[dish.name, ...dish.texts, say`new`].join(', ')} value={dish.quantity} onValue={onQuantity} />
    </li>
  );
}

/** What an order has besides its dishes: name, table, time, allergies and instructions. */
function OrderFields({ order, change }: { order: ChangeableOrder; change: OrderChange }) {
  const [openedAt] = useState(() => serverNow().getTime());
  const { edit, isMoved, isVoid } = change;
  const promise = windowOfAnswer(order);
  const endAfterShift = (minutes: number) => addMinutes(promise?.to ?? new Date(openedAt), minutes);
  const shiftedWindowText = (minutes: number) =>
    promise && formatTimeRange(addMinutes(promise.from, minutes), endAfterShift(minutes), order.locationInfo.timeZone);
  return (
    <div className="stack gap-12">
      <Field label={say`Name`}>
        <TextInput
          defaultValue={order.customerInfo.name}
          maxLength={50}
          onChange={(event) => event.target.value.trim() !== '' && edit({ customerName: event.target.value.trim() })}
        />
      </Field>
      {order.tableInfo && (
        <Field label={say`Table`}>
          <TextInput
            defaultValue={order.tableInfo.tableNumber}
            maxLength={TEXT_LIMITS.tableNumber}
            onChange={(event) => edit({ tableInfo: { tableNumber: event.target.value.trim() } })}
          />
        </Field>
      )}
      {promise && (
        <Field label={say`Change time`}>
          <Select
            defaultValue="0"
            onChange={(event) => edit({ wantedFor: endAfterShift(Number(event.target.value)).toISOString() })}
          >
            <option value="0">{shiftedWindowText(0)}</option>
            {TIME_SHIFT_MINUTES.filter((minutes) => endAfterShift(minutes).getTime() > openedAt).map((minutes) => (
              <option key={minutes} value={minutes}>
                {shiftedWindowText(minutes)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {(isMoved || isVoid) && (
        <Field
          label={isVoid ? say`Reason for the void` : say`Reason, for the guest`}
          hint={
            isVoid
              ? say`The kitchen has these dishes. A manager allows it with their PIN.`
              : say`The guest is told once, with both times and this reason.`
          }
        >
          <TextInput
            required
            maxLength={MAX_CHANGE_REASON_LENGTH}
            onChange={(event) => edit({ why: event.target.value.trim() })}
          />
        </Field>
      )}
      <Allergies order={order} edit={edit} />
      <Field label={say`Special instructions`}>
        <Textarea
          rows={2}
          maxLength={GUEST_NOTES.specialInstructions.most}
          defaultValue={order.specialInstructions}
          onChange={(event) => edit({ note: event.target.value.trim() })}
        />
      </Field>
    </div>
  );
}

/** The country of the order's location, which decides about the listed allergens. */
function useCountry(order: ChangeableOrder): string {
  const { locations } = useRootData();
  return locations.find(({ id }) => id === order.location)?.country ?? HOME_COUNTRY;
}

/** The allergies of the whole order. A change makes the kitchen confirm the affected dishes again. */
function Allergies({ order, edit }: { order: ChangeableOrder; edit: OrderChange['edit'] }) {
  const country = useCountry(order);
  // Missing in orders that an older version stored on this device.
  const stated = readAllergies(order.allergies);
  const [allergies, setAllergies] = useState<readonly Allergy[]>(stated);
  const ofSeats = allergies.filter(({ seat }) => seat);
  const seats = Math.max(order.tab ? (order.tableInfo?.partySize ?? 0) : 0, ...ofSeats.map(({ seat = 0 }) => seat));
  return (
    <section className="stack gap-8" aria-label={say`Allergies for this order`}>
      <h3 className="text-sm weight-600">{say`Allergies for this order`}</h3>
      <AllergiesBySeat
        country={country}
        seats={seats}
        hint={allergyTexts(ofSeats)}
        value={allergies}
        onValue={(next) => {
          setAllergies(next);
          edit({ allergies: [...next] });
        }}
      />
    </section>
  );
}

interface AddDishProps {
  locationId: string;
  /** The time of a scheduled order, whose dishes come from the menu of that time; null for now. */
  at: string | null;
  onAdd: OrderChange['add'];
}

/** The menu of the till, whose dishes are added to the order. */
function AddDish({ locationId, at, onAdd }: AddDishProps) {
  const [view, setView] = useState(WHOLE_MENU);
  const [chosenDish, setChosenDish] = useState<DishToChoose | null>(null);
  const [isTypingItem, setIsTypingItem] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const menu = useTillMenu(locationId, at);
  return (
    <>
      <div className={`flex scroll-y ${styles.adding}`}>
        <MenuPanel
          dishes={menu.data?.items.map((item) => dishOf(item, menu.data.heats)) ?? null}
          categories={menu.data?.categories ?? []}
          error={menu.error}
          onTryAgain={() => void menu.refetch()}
          cart={EMPTY_CART}
          view={view}
          onView={setView}
          onDish={(dish) => {
            if (!canSell(dish)) return;
            if (hasSomethingToChoose(dish)) setChosenDish({ dish, line: null });
            else onAdd({ id: dish.id, name: dish.name, texts: [], spice: null, quantity: 1 });
          }}
          searchRef={search}
          title={say`Menu`}
          locationChoice={null}
        />
        <DishChoiceDialog
          dishToChoose={chosenDish}
          onClose={() => setChosenDish(null)}
          onChosen={({ dish }, { note, ...choices }) => {
            const { options, spice } = choices;
            onAdd({
              id: dish.id,
              name: dish.name,
              texts: lineTexts(chosenLineFields(dish, { options, note }, spice)),
              ...choices,
              note: note || undefined,
            });
            setChosenDish(null);
            return null;
          }}
        />
      </div>
      <Button look="line" onClick={() => setIsTypingItem(true)}>
        {say`Other item…`}
      </Button>
      {isTypingItem && (
        <OpenItemDialog
          onClose={() => setIsTypingItem(false)}
          onAdd={(item, quantity) => {
            const { cartKey, name } = toOpenCartLine(item, quantity);
            onAdd({ id: cartKey, name, texts: [], spice: null, quantity, typed: item });
            return null;
          }}
        />
      )}
    </>
  );
}
