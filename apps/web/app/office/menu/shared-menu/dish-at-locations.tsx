import type { SharedDishField } from '@tiffin/domain/menu';
import { isAdmin } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useBackOffice } from '../../../shared/session/back-office.tsx';
import { useCall } from '../../../shared/api/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { centsOf, formatMoney } from '../../../ui/format.ts';
import { Table, type Column } from '../../../ui/table.tsx';
import type { EditableLocation, EditedMenu } from '../menu-data.ts';
import { SHARED_MENU_CHANGES, type SharedDish, type SharedDishLocation } from './shared-menu-data.ts';

const resetLabel = (field: string, place: string) => say`Use ${field} of all locations again at ${place}`;

const FIELD_NAMES = {
  isAvailable: say`whether it is on sale`,
  price: say`the price`,
  name: say`the name`,
  maxQuantity: say`the most per order`,
  workUnits: say`the work units`,
  description: say`the description`,
  category: say`the category`,
  taxClass: say`the tax class`,
  spiceLevel: say`the spice level`,
  prepTime: say`the prep time`,
  calories: say`the calories`,
  isVegetarian: say`vegetarian`,
  isVegan: say`vegan`,
  isGlutenFree: say`gluten-free`,
  isPopular: say`popular`,
  image: say`the photo`,
  tags: say`the tags`,
  allergens: say`the allergens`,
} satisfies Record<SharedDishField, string>;

/** Compares a shared dish with its versions at the locations, and resets a location's changes. */
export function SharedDishAtLocations({ dish, menu: { locations } }: { dish: SharedDish; menu: EditedMenu }) {
  const { actor } = useBackOffice();
  const nameOf = (id: string) => locations.find((location) => location.id === id)?.name ?? id;
  const reset = useCall('resetSharedDishFields', {
    changes: SHARED_MENU_CHANGES,
    doneText: (_answer, { locationId }) =>
      say`${dish.name} at ${nameOf(locationId)} is the same as at all locations again`,
    failed: say`This could not be changed.`,
  });
  const editable = dish.places.filter(({ locationId }) => locations.some(({ id }) => id === locationId));
  const withoutDish = locations.filter(({ id }) => !dish.places.some(({ locationId }) => locationId === id));
  const resetFields = ({ locationId, itemId }: SharedDishLocation, fields: SharedDishField[]) =>
    void reset.send({ locationId, itemId, fields });

  const cell = (
    row: SharedDishLocation | null,
    field: SharedDishField,
    textOf: (version: SharedDish | SharedDishLocation) => string,
  ) => {
    if (!row) return textOf(dish);
    if (!row.own.includes(field)) return <span className="soft">{say`same as all`}</span>;
    const label = resetLabel(FIELD_NAMES[field], nameOf(row.locationId));
    return <OwnValue text={textOf(row)} label={label} busy={reset.isBusy} onReset={() => resetFields(row, [field])} />;
  };
  const columns: Column<SharedDishLocation | null>[] = [
    {
      id: 'place',
      head: say`Location`,
      isRowHeader: true,
      cell: (row) => (row ? nameOf(row.locationId) : say`All locations`),
    },
    { id: 'price', head: say`Price`, cell: (row) => cell(row, 'price', ({ price }) => formatMoney(centsOf(price))) },
    {
      id: 'sale',
      head: say`On sale`,
      cell: (row) => cell(row, 'isAvailable', ({ isAvailable }) => (isAvailable ? say`Yes` : say`No`)),
    },
    {
      id: 'most',
      head: say`Most per order`,
      cell: (row) => cell(row, 'maxQuantity', ({ maxQuantity }) => String(maxQuantity)),
    },
    {
      id: 'others',
      head: say`Own changes to`,
      cell: (row) => row && <OtherFields row={row} locationName={nameOf(row.locationId)} onReset={resetFields} />,
    },
  ];
  const heading = say`What each location changes: ${dish.differAt} of ${dish.soldAt} differ`;
  return (
    <div className="stack gap-12">
      <h3>{heading}</h3>
      <Table
        caption={heading}
        columns={columns}
        // Null is the row of the shared dish.
        rows={[null, ...editable]}
        rowKey={(row) => row?.locationId ?? ''}
      />
      <SellElsewhere dish={dish} locations={withoutDish} />
      {isAdmin(actor) && <StopSharing dish={dish} />}
    </div>
  );
}

/** The fields with a column. */
const COLUMN_FIELDS: ReadonlySet<SharedDishField> = new Set(['price', 'isAvailable', 'maxQuantity']);

interface OtherFieldsProps {
  row: SharedDishLocation;
  locationName: string;
  onReset: (row: SharedDishLocation, fields: SharedDishField[]) => void;
}

function OtherFields({ row, locationName, onReset }: OtherFieldsProps) {
  const own = row.own.filter((field) => !COLUMN_FIELDS.has(field));
  if (own.length === 0) return null;
  const fields = own.map((field) => (field === 'name' ? `“${row.name}”` : FIELD_NAMES[field])).join(', ');
  return <OwnValue text={fields} label={resetLabel(fields, locationName)} onReset={() => onReset(row, own)} />;
}

interface OwnValueProps {
  text: string;
  label: string;
  busy?: boolean;
  onReset: () => void;
}

/** A value that a location changed, with a button that takes the shared one again. */
function OwnValue({ text, label, busy = false, onReset }: OwnValueProps) {
  return (
    <span className="grid items-start">
      {text}
      <Button look="line" size="sm" busy={busy} aria-label={label} onClick={onReset}>
        {say`Same as all again`}
      </Button>
    </span>
  );
}

function SellElsewhere({ dish, locations }: { dish: SharedDish; locations: readonly EditableLocation[] }) {
  const sell = useCall('addSharedDishToMenu', {
    changes: SHARED_MENU_CHANGES,
    doneText({ item }, { locationId }) {
      const place = locations.find(({ id }) => id === locationId)?.name ?? locationId;
      return say`${item.name} is on the menu of ${place}`;
    },
    failed: say`It could not be put on that menu.`,
  });
  return locations.map(({ id, name }) => (
    <Button
      key={id}
      look="quiet"
      busy={sell.isBusy}
      onClick={() => void sell.send({ chainId: dish.id, locationId: id })}
    >
      {say`Sell at ${name}`}
    </Button>
  ));
}

/** Stops sharing a dish. It needs no confirmation: no menu changes, and the dish can be shared again. */
function StopSharing({ dish }: { dish: SharedDish }) {
  const stop = useCall('stopSharingDish', {
    changes: SHARED_MENU_CHANGES,
    doneText: () => say`${dish.name} is no longer shared`,
    failed: say`This could not be done.`,
  });
  return (
    <Button
      look="ghost"
      busy={stop.isBusy}
      title={say`It stays on every menu as it is. Later changes for all locations no longer apply to it.`}
      onClick={() => void stop.send({ chainId: dish.id })}
    >
      {say`Stop sharing`}
    </Button>
  );
}
