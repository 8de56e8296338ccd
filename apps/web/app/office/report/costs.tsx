import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { toDollars, type DateText, say } from '@tiffin/domain/core';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { errorText, errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { useOnline } from '../../shared/offline/online.ts';
import type { Location } from '../../shared/site/site.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { formatTime } from '../../ui/format.ts';
import { DollarInput, TextInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.ts';
import { dollars } from './report-figures.tsx';

type Item = Answer<'getCosts'>['items'][number];

/** What dishes and options of a location cost, typed by hand. */
export function Costs({ location, today, onClose }: { location: Location; today: DateText; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(
    apiQuery(['costs', location.id], 'getCosts', { query: { locationId: location.id } }),
  );
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap between gap-10">
        <h2>{`${say`Costs of dishes and options`}, ${location.name}`}</h2>
        <Button look="quiet" onClick={onClose}>
          <ArrowLeft aria-hidden="true" />
          {say`Back to the chart`}
        </Button>
      </header>
      {error ? (
        <ErrorState title={say`The margins could not be loaded`} text={errorText(error)}>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {say`Try Again`}
          </Button>
        </ErrorState>
      ) : data ? (
        <CostTable locationId={location.id} items={data.items} today={today} />
      ) : (
        <SkeletonRows label={say`Loading the margins…`} rows={6} height={48} />
      )}
    </div>
  );
}

function CostTable({ locationId, items, today }: { locationId: string; items: readonly Item[]; today: DateText }) {
  const online = useOnline();
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [validFrom, setValidFrom] = useState(today);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveCosts(locationId);
  const changes = [...typed].filter(([, text]) => text.trim() !== '');
  const wrong = changes.filter(([, text]) => parseAmount(text) === null);
  const dishes = items.filter(({ groupName }) => groupName === null);
  const withCost = dishes.filter(({ costs }) => costs.at(-1)?.cost != null);

  function submit() {
    if (validFrom === '') return setProblem(say`Choose the day from which the costs count.`);
    if (wrong.length > 0) return setProblem(say`Write an amount such as 3.50, with at most two decimals.`);
    setProblem(null);
    const costs = changes.flatMap(([itemId, text]) => {
      const cost = parseAmount(text);
      return cost === null ? [] : { itemId, validFrom, cost: toDollars(cost) };
    });
    save.mutate(
      { locationId, costs },
      {
        onSuccess: ({ saved }) => {
          toast.success(saved === 1 ? say`1 cost saved` : say`${saved} costs saved`);
          setTyped(new Map());
        },
        onError: (error) =>
          setProblem(`${say`The costs could not be saved.`} ${errorTextOrServerMessage(error, [400, 404])}`),
      },
    );
  }
  const columns: readonly Column<Item>[] = [
    {
      id: 'name',
      head: say`Dish`,
      names: true,
      cell: ({ name, groupName }) => (
        <>
          {name}
          {groupName !== null && <small className="block hint weight-400">{say`option of ${groupName}`}</small>}
        </>
      ),
    },
    { id: 'now', head: say`Now`, align: 'end', cell: (item) => <span className="soft">{newestCost(item)}</span> },
    {
      id: 'cost',
      head: say`Cost of a portion`,
      align: 'end',
      cell: ({ itemId, name }) => (
        <DollarInput
          aria-label={say`Cost of ${name}`}
          aria-invalid={wrong.some(([id]) => id === itemId)}
          value={typed.get(itemId) ?? ''}
          onValue={(text) => setTyped((before) => new Map(before).set(itemId, text))}
        />
      ),
    },
  ];
  return (
    <Panel
      title={say`${withCost.length} of ${dishes.length} dishes have a cost.`}
      explain={say`What a portion costs you: ingredients and packaging. A new cost counts from its day on; earlier days keep theirs. An option without a cost counts as free. Costs can also come with a menu file (column “cost”). Guests never see them.`}
    >
      <div className="row flex-wrap gap-8-16">
        <label className="grid gap-4 text-sm">
          {say`New costs count from`}
          <TextInput type="date" value={validFrom} onChange={({ target }) => setValidFrom(target.value)} />
        </label>
        <Button
          busy={save.isPending}
          disabledReason={
            !online
              ? say`Costs can be changed once the connection is back.`
              : changes.length === 0
                ? say`Type a cost first.`
                : null
          }
          onClick={submit}
        >
          {changes.length === 1 ? say`Save 1 cost` : say`Save ${changes.length} costs`}
        </Button>
      </div>
      <FieldError error={problem} />
      <Table
        caption={say`Costs of dishes and options`}
        rows={items}
        rowKey={({ itemId }) => itemId}
        columns={columns}
      />
    </Panel>
  );
}

function newestCost({ costs }: Item): string {
  const newest = costs.at(-1);
  if (!newest || newest.cost === null) return say`no cost yet`;
  return say`${dollars(newest.cost)} since ${formatTime(`${newest.validFrom}T00:00:00Z`, 'date', 'UTC')}`;
}

function useSaveCosts(locationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'setCosts'>) => api('setCosts', { body }, { idempotencyKey: newKey() }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['costs', locationId] }),
        client.invalidateQueries({ queryKey: ['margins'] }),
      ]),
  });
}
