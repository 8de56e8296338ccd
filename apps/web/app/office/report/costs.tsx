import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { toDollars, type DateText, say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import type { Location } from '../../shared/site/site.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { formOf, textField, valueField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { DollarInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import { dollars } from './report-texts.ts';

type Item = Answer<'getCosts'>['items'][number];

/** What dishes and options of a location cost, typed by hand. */
export function Costs({ location, today, onClose }: { location: Location; today: DateText; onClose: () => void }) {
  const query = useQuery(apiQuery(['costs', location.id], 'getCosts', { query: { locationId: location.id } }));
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap between gap-10">
        <h2>{`${say`Costs of dishes and options`}, ${location.name}`}</h2>
        <Button look="quiet" onClick={onClose}>
          <ArrowLeft />
          {say`Back to the chart`}
        </Button>
      </header>
      <Loaded query={query} failed={say`The margins could not be loaded`} rows={6} height={48}>
        {({ items }) => <CostTable locationId={location.id} items={items} today={today} />}
      </Loaded>
    </div>
  );
}

const typedCosts = (costs: Readonly<Record<string, string>>) =>
  Object.entries(costs).filter(([, text]) => text.trim() !== '');
const isWrong = (text = '') => text.trim() !== '' && parseAmount(text) === null;

const costForm = formOf(
  {
    validFrom: textField(say`New costs count from`, {
      missing: say`Choose the day from which the costs count.`,
      input: { type: 'date' },
    }),
    costs: valueField<Readonly<Record<string, string>>>(say`Cost of a portion`, {}),
  },
  {
    check: ({ costs }) =>
      Object.values(costs).some(isWrong)
        ? { costs: say`Write an amount such as 3.50, with at most two decimals.` }
        : {},
  },
);

function CostTable({ locationId, items, today }: { locationId: string; items: readonly Item[]; today: DateText }) {
  const online = useOnline();
  const form = useRecordForm(costForm, {
    call: 'setCosts',
    initialValues: { validFrom: today },
    body: ({ values: { validFrom, costs } }) => ({
      locationId,
      costs: typedCosts(costs).flatMap(([itemId, text]) => {
        const cost = parseAmount(text);
        return cost === null ? [] : { itemId, validFrom, cost: toDollars(cost) };
      }),
    }),
    doneText: ({ saved }) => (saved === 1 ? say`1 cost saved` : say`${saved} costs saved`),
    changes: [['costs', locationId], ['margins']],
    restartsAfterSave: true,
  });
  const { costs } = form.draft;
  const count = typedCosts(costs).length;
  const whyNot = count === 0 ? say`Type a cost first.` : null;
  const dishes = items.filter(({ groupName }) => groupName === null);
  const withCost = dishes.filter((dish) => dish.costs.at(-1)?.cost != null);
  return (
    <Panel
      title={say`${withCost.length} of ${dishes.length} dishes have a cost.`}
      explain={say`What a portion costs you: ingredients and packaging. A new cost counts from its day on; earlier days keep theirs. An option without a cost counts as free. Costs can also come with a menu file (column “cost”). Guests never see them.`}
    >
      <EditForm form={form} className="stack gap-14" failed={say`The costs could not be saved.`}>
        <div className="row flex-wrap gap-8-16">
          <TextField {...form.at('validFrom')} />
          <Button
            type="submit"
            busy={form.busy}
            disabledReason={online ? whyNot : say`Costs can be changed once the connection is back.`}
          >
            {count === 1 ? say`Save 1 cost` : say`Save ${count} costs`}
          </Button>
        </div>
        <FieldError error={form.problems['costs']} />
        <Table
          caption={say`Costs of dishes and options`}
          rows={items}
          rowKey={({ itemId }) => itemId}
          columns={[
            {
              id: 'name',
              head: say`Dish`,
              isRowHeader: true,
              cell: ({ name, groupName }) => (
                <>
                  {name}
                  {groupName !== null && <small className="block hint weight-400">{say`option of ${groupName}`}</small>}
                </>
              ),
            },
            {
              id: 'now',
              head: say`Now`,
              align: 'end',
              cell: (item) => <span className="soft">{newestCostText(item)}</span>,
            },
            {
              id: 'cost',
              head: say`Cost of a portion`,
              align: 'end',
              cell: ({ itemId, name }) => (
                <DollarInput
                  aria-label={say`Cost of ${name}`}
                  aria-invalid={isWrong(costs[itemId])}
                  value={costs[itemId] ?? ''}
                  onValue={(text) => form.set({ costs: { ...costs, [itemId]: text } })}
                />
              ),
            },
          ]}
        />
      </EditForm>
    </Panel>
  );
}

function newestCostText({ costs }: Item): string {
  const newest = costs.at(-1);
  if (!newest || newest.cost === null) return say`no cost yet`;
  return say`${dollars(newest.cost)} since ${formatTime(`${newest.validFrom}T00:00:00Z`, 'date', 'UTC')}`;
}
